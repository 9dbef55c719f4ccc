"""What `python -m companion` does: the same as the `companion` command."""

from companion.cli import main

if __name__ == "__main__":
    main(prog_name="companion")
