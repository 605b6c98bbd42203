"""The games: cards, rulesets, coups, odds.

The ground floor. Standard library only; it reads no clock, no global random generator and no file but rulesets. A
ruleset is data, one evaluator reads all of them, and whatever is told to a trainee derives from here.
"""
