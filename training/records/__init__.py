"""The third floor: what happened. Only here lives the database; time and chance are given by the caller."""
