"""Commands as a user types them."""

from click.testing import CliRunner

from multiplane.cli import group


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, arguments, catch_exceptions=False)
    return result.exit_code, result.output
