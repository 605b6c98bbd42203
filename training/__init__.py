"""Third Card: trains and tests baccarat dealers. Four floors; imports go down only."""
