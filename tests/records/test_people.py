"""Adding people, codes, passwords, closing accounts."""

import re
import sqlite3

import pytest

from tests.records.support import NOON, PASSWORD, after, make_person, try_sign_in
from training.records import people, sign_ins
from training.records.database import rows
from training.records.people import Role
from training.rules.errors import Conflict, Illegal, NotFound, Refused

NEW = "gerile-kepano-govefa"


@pytest.mark.parametrize(
    ("role", "reached"),
    [
        (Role.TRAINEE, {Role.TRAINEE}),
        (Role.SUPERVISOR, {Role.TRAINEE, Role.SUPERVISOR}),
        (Role.MANAGER, {Role.TRAINEE, Role.SUPERVISOR, Role.MANAGER}),
    ],
)
def test_a_role_may_do_what_the_ones_before_it_may(role, reached):
    """Which pages does each role open?"""
    assert {least for least in Role if role.reaches(least)} == reached


def test_a_person_is_added_with_a_code_and_no_password(db):
    """Does the code stand nowhere in the database?"""
    added = people.add(db, username="Nadia", name="Nadia Fournier", role=Role.TRAINEE, team="Early shift", now=NOON)
    person = added.person
    assert (person.username, person.name, person.role, person.team) == (
        "Nadia",
        "Nadia Fournier",
        "trainee",
        "Early shift",
    )
    assert person.must_set_password
    assert re.fullmatch(r"[\w-]{22}", person.public_id)
    assert added.code not in str(rows(db, "SELECT * FROM people"))
    assert people.by_username(db, " NADIA ") == person
    assert people.by_public_id(db, person.public_id) == person


def test_a_team_is_made_once(db):
    """Do two spellings of one team name mean one team?"""
    first = make_person(db, "ann", team="Early shift")
    second = make_person(db, "ben", team=" early  SHIFT ")
    third = make_person(db, "cas", team="Late shift")
    assert first.team_id == second.team_id != third.team_id
    assert [team.name for team in people.teams(db)] == ["Early shift", "Late shift"]
    assert [person.username for person in people.members(db, first.team_id)] == ["ann", "ben"]
    assert [person.username for person in people.everyone(db)] == ["ann", "ben", "cas"]


def test_f9_a_user_name_in_another_spelling_is_taken(db):
    """Is the second José refused, and nothing written?"""
    make_person(db, "José")
    with pytest.raises(Conflict, match="is taken"):
        make_person(db, "JOSE\u0301", team="Another")
    assert [team.name for team in people.teams(db)] == ["Early shift"]


def test_nobody_is_named(db):
    """Is a name that is not there told back?"""
    with pytest.raises(NotFound, match="'ghost'"):
        people.by_username(db, "ghost")
    with pytest.raises(NotFound):
        people.by_public_id(db, "x" * 22)


def test_c15_an_id_is_never_used_again(db):
    """Does a new person not inherit the id of one who was removed?"""
    first = make_person(db, "ann", password=None)
    db.execute("DELETE FROM people WHERE id = ?", [first.id])
    assert make_person(db, "ben", password=None).id > first.id


def test_c12_a_person_or_team_with_records_cannot_be_deleted(db):
    """Does the database keep what records refer to?"""
    person = make_person(db)
    try_sign_in(db, "nadia", PASSWORD)
    for table, identity in (("people", person.id), ("teams", person.team_id)):
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            db.execute(f"DELETE FROM {table} WHERE id = ?", [identity])


@pytest.mark.parametrize(
    "change",
    [
        "role = 'owner'",
        "name = ''",
        "four_colour = 2",
        "four_colour = 'yes'",
        "code_hash = 'x'",
        "code_hash = 'x', code_expires_at = created_at",
        "disabled_at = 'today'",
        "team_id = 99",
        "public_id = '1'",
    ],
)
def test_c13_the_database_refuses_impossible_people(db, change):
    """Are the rules of the records in the database itself?"""
    make_person(db)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(f"UPDATE people SET {change}")


def test_e24_a_reset_code_ends_the_password_and_every_sign_in(db):
    """Does nobody but the person know the password afterwards?"""
    person = make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    code = people.reset_code(db, person, now=NOON)
    assert sign_ins.person_for(db, token, NOON) is None
    with pytest.raises(Refused):
        try_sign_in(db, "nadia", PASSWORD)
    by_code = sign_ins.person_for(db, try_sign_in(db, "nadia", code), NOON)
    assert by_code is not None
    assert by_code.person.must_set_password


def test_e4_a_new_password_ends_all_other_sign_ins(db):
    """Is whoever knew the old password out, and the person still in?"""
    person = make_person(db)
    here, there = (try_sign_in(db, "nadia", PASSWORD) for _ in range(2))
    keep = sign_ins.person_for(db, here, NOON).sign_in_id
    change(db, person, PASSWORD, NEW, keep=keep)
    assert sign_ins.person_for(db, here, NOON) is not None
    assert sign_ins.person_for(db, there, NOON) is None
    try_sign_in(db, "nadia", NEW)
    with pytest.raises(Refused):
        try_sign_in(db, "nadia", PASSWORD)


def change(db, person, current, new, keep=None):
    people.change_password(db, person, current=current, new=new, address="192.0.2.1", now=NOON, keep=keep)


@pytest.mark.parametrize(
    ("current", "new", "error"),
    [
        ("wrong", NEW, Refused),
        (PASSWORD, "short", Illegal),
        (PASSWORD, PASSWORD, Illegal),
        ("x" * 5000, NEW, Refused),
    ],
)
def test_a_password_is_changed_only_for_a_good_one_by_who_knows_it(db, current, new, error):
    """Does the old password hold when the change is refused?"""
    person = make_person(db)
    with pytest.raises(error):
        change(db, person, current, new)
    try_sign_in(db, "nadia", PASSWORD)


def test_guessing_the_current_password_is_slowed_like_a_sign_in(db):
    """Does an open sign-in give no free guesses?"""
    person = make_person(db)
    for _ in range(5):
        with pytest.raises(Refused, match="not right"):
            change(db, person, "wrong", NEW)
    with pytest.raises(Refused, match="try again in 1 second"):
        change(db, person, PASSWORD, NEW)


def test_a_first_password_is_set_once(db):
    """Can the page for the first password not overwrite a chosen one?"""
    person = make_person(db)
    with pytest.raises(Conflict):
        people.set_first_password(db, person, NEW, now=NOON)


def test_e3_a_disabled_person_is_out_at_once(db):
    """Does an account close for open sign-ins, passwords and codes alike?"""
    person = make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    people.disable(db, person, now=after(hours=1))
    assert sign_ins.person_for(db, token, after(hours=1)) is None
    with pytest.raises(Refused, match="not right"):
        try_sign_in(db, "nadia", PASSWORD)
    with pytest.raises(Refused, match="disabled"):
        people.reset_code(db, person, now=NOON)
    with pytest.raises(Conflict, match="already"):
        people.disable(db, person, now=NOON)


def test_an_account_is_opened_again_as_it_was(db):
    """Do password and records hold, the old sign-ins not, and is it written down?"""
    person = make_person(db)
    token = try_sign_in(db, "nadia", PASSWORD)
    people.disable(db, person, now=NOON)
    people.enable(db, person, now=after(days=1))
    assert people.by_public_id(db, person.public_id) == person
    assert sign_ins.person_for(db, token, after(hours=1)) is None
    try_sign_in(db, "nadia", PASSWORD)
    last = rows(db, "SELECT actor, detail FROM audit WHERE event = 'person-enabled'")
    assert last == [{"actor": "command", "detail": f'{{"person":"{person.public_id}"}}'}]
    with pytest.raises(Conflict, match="nadia is not disabled"):
        people.enable(db, person, now=after(days=1))


def test_the_last_manager_cannot_be_disabled(db):
    """Is there always one who is not disabled, and may a supervisor or a second manager go?"""
    boss, other, supervisor = (
        make_person(db, name, role)
        for name, role in (("boss", Role.MANAGER), ("deputy", Role.MANAGER), ("super", Role.SUPERVISOR))
    )
    people.disable(db, other, now=NOON)
    people.disable(db, supervisor, now=NOON)
    with pytest.raises(Refused, match="boss is the last manager"):
        people.disable(db, boss, now=NOON)
    people.enable(db, other, now=NOON)
    people.disable(db, boss, now=NOON)


def test_the_deck_is_kept(db):
    """Does the choice of colours stay with the person?"""
    person = make_person(db)
    people.choose_deck(db, person, four_colour=True)
    assert people.by_public_id(db, person.public_id).four_colour
