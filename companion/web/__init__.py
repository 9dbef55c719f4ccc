"""The pages: parse, call one action or read, render. No SQL, no arithmetic on points."""
