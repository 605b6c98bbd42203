"""`flask records …`: the database as a whole."""

import click

from training.records import audit
from training.records.database import connect, create_file, settle_journal
from training.records.migrations import check_schema, migrate
from training.rules.errors import Illegal
from training.web.commands import HouseGroup, json_option, print_json
from training.web.context import get_db, settings

commands = HouseGroup("records", help="Make the database, bring it up to date, check it.")


@commands.command("migrate")
@json_option
def migrate_command(as_json: bool) -> None:
    """Make the database, or bring it up to this program."""
    path = settings().database
    create_file(path)
    db = connect(path)
    try:
        applied = migrate(db)
        journal = settle_journal(db)
    finally:
        db.close()
    if as_json:
        print_json({"database": str(path), "applied": applied, "journal": journal})
    else:
        click.echo(f"{path}: {', '.join(applied) or 'nothing to do'}")


@commands.command()
@json_option
def verify(as_json: bool) -> None:
    """Check the file, its schema and the chain of the audit."""
    db = get_db()
    check_schema(db)
    bad = audit.first_bad(db)
    if bad is not None:
        raise Illegal(f"The audit is broken at entry {bad}.")
    head = audit.head(db)
    if as_json:
        print_json({"entries": head.seq, "head": head.hash})
    else:
        click.echo(f"The audit holds: {head.seq} entries, head {head.hash}")
