"""Commands as a user types them."""

import os

from click.testing import CliRunner, Result

from multiplane.cli import group


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, arguments, catch_exceptions=False)
    return result.exit_code, result.output


def invoked(*arguments: str | os.PathLike[str], **options: object) -> Result:
    """Run a command with options of the runner, such as its input; errors of ours are raised."""
    result = CliRunner().invoke(group, [os.fspath(a) for a in arguments], **options)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
