"""Every way the state can change: begin, load, ask the rules, save, return. No Flask, no words."""
