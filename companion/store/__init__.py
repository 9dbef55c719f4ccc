"""SQLite: the only place with SQL; gives back rules values or small frozen rows and decides nothing."""
