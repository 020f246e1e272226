"""`python -m multiplane` is the command `multiplane`."""

from multiplane.cli import main

if __name__ == "__main__":
    main()
