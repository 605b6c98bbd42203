"""Third Card: trains, tests and certifies baccarat dealers. Four floors; imports go down only."""
