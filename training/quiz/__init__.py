"""Asking and judging: skills, questions, verdicts, misconceptions. Pure functions over `rules`.

No clock, no global random generator, no database, no web; a generator is an argument.
"""
