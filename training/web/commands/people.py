"""`flask people …`: the accounts of an installation. The first manager is made here; there is no starter account."""

import click

from training.records import people
from training.records.people import Person, Role
from training.web.commands import HouseGroup, json_option, print_json
from training.web.context import get_db, now

commands = HouseGroup("people", help="Add people, list them, give a new code, close an account and open it again.")
username_argument = click.argument("username")


@commands.command()
@username_argument
@click.option("--name", required=True, help="The full name, as others see it.")
@click.option("--role", type=click.Choice([str(role) for role in Role]), required=True)
@click.option("--team", help="The team's name; a new name makes a new team.")
@json_option
def add(username: str, name: str, role: str, team: str | None, as_json: bool) -> None:
    """Add a person and print the code for the first sign-in."""
    added = people.add(get_db(), username=username, name=name, role=Role(role), team=team, now=now())
    _print_code(added.person, added.code, as_json=as_json)


@commands.command("list")
@json_option
def list_people(as_json: bool) -> None:
    """List all people."""
    everyone = [_facts(person) for person in people.everyone(get_db())]
    if as_json:
        print_json(everyone)
        return
    for facts in everyone:
        state = "disabled" if facts["disabled"] else "no password yet" if facts["must_set_password"] else ""
        columns = [facts["username"], facts["role"], facts["team"] or "–", facts["name"], state]
        click.echo("  ".join(str(column).ljust(12) for column in columns).rstrip())


@commands.command("reset-code")
@username_argument
@json_option
def reset_code(username: str, as_json: bool) -> None:
    """End a person's password and sign-ins, and print a new code."""
    person = people.by_username(get_db(), username)
    _print_code(person, people.reset_code(get_db(), person, now=now()), as_json=as_json)


@commands.command()
@username_argument
@json_option
def disable(username: str, as_json: bool) -> None:
    """Close an account; its records stay."""
    person = people.by_username(get_db(), username)
    people.disable(get_db(), person, now=now())
    if as_json:
        print_json(_facts(people.by_username(get_db(), username)))
    else:
        click.echo(f"{person.username} is disabled and signed out everywhere.")


@commands.command()
@username_argument
@json_option
def enable(username: str, as_json: bool) -> None:
    """Open a closed account again, with the password it had."""
    people.enable(get_db(), people.by_username(get_db(), username), now=now())
    person = people.by_username(get_db(), username)
    if as_json:
        print_json(_facts(person))
    elif person.must_set_password:
        click.echo(f"{person.username} is enabled and has no password: flask people reset-code {person.username}")
    else:
        click.echo(f"{person.username} is enabled and signs in with the password of before.")


def _print_code(person: Person, code: str, *, as_json: bool) -> None:
    days = people.CODE_LIFETIME.days
    if as_json:
        print_json(_facts(person) | {"code": code, "days": days})
    else:
        click.echo(f"{person.username} signs in with the code {code} within {days} days, and then chooses a password.")


def _facts(person: Person) -> dict[str, object]:
    return {
        "id": person.public_id,
        "username": person.username,
        "name": person.name,
        "role": person.role,
        "team": person.team,
        "must_set_password": person.must_set_password,
        "disabled": person.disabled,
    }
