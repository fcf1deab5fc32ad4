"""`python -m sitegrain.cli`, the same as the command `sitegrain`."""

from sitegrain.cli.program import main

if __name__ == "__main__":
    main(prog_name="sitegrain")
