-- Teams, people, their sign-ins, and the audit chain.

CREATE TABLE teams (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE CONSTRAINT teams_public_id_is_random CHECK (length(public_id) >= 22),
    name TEXT NOT NULL CONSTRAINT teams_name_is_given CHECK (length(name) BETWEEN 1 AND 200),
    name_key TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL CONSTRAINT teams_created_at_is_utc CHECK (created_at LIKE '____-__-__T__:__:__.______+00:00')
) STRICT;

CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE CONSTRAINT people_public_id_is_random CHECK (length(public_id) >= 22),
    name TEXT NOT NULL CONSTRAINT people_name_is_given CHECK (length(name) BETWEEN 1 AND 200),
    username TEXT NOT NULL CONSTRAINT people_username_is_given CHECK (length(username) BETWEEN 2 AND 64),
    username_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CONSTRAINT people_role_is_known CHECK (role IN ('trainee', 'supervisor', 'manager')),
    team_id INTEGER REFERENCES teams (id),
    password_hash TEXT,
    code_hash TEXT,
    code_expires_at TEXT CONSTRAINT people_code_expires_at_is_utc
        CHECK (code_expires_at LIKE '____-__-__T__:__:__.______+00:00'),
    four_colour INTEGER NOT NULL DEFAULT 0 CONSTRAINT people_four_colour_is_a_switch CHECK (four_colour IN (0, 1)),
    disabled_at TEXT CONSTRAINT people_disabled_at_is_utc CHECK (disabled_at LIKE '____-__-__T__:__:__.______+00:00'),
    created_at TEXT NOT NULL CONSTRAINT people_created_at_is_utc CHECK (created_at LIKE '____-__-__T__:__:__.______+00:00'),
    CONSTRAINT people_code_has_an_end CHECK ((code_hash IS NULL) = (code_expires_at IS NULL)),
    CONSTRAINT people_code_or_password CHECK (code_hash IS NULL OR password_hash IS NULL)
) STRICT;

CREATE INDEX people_by_team ON people (team_id);

CREATE TABLE sign_ins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE CONSTRAINT sign_ins_public_id_is_random CHECK (length(public_id) >= 22),
    person_id INTEGER NOT NULL REFERENCES people (id),
    token_hash TEXT NOT NULL UNIQUE CONSTRAINT sign_ins_token_is_hashed CHECK (length(token_hash) = 64),
    where_from TEXT NOT NULL,
    created_at TEXT NOT NULL CONSTRAINT sign_ins_created_at_is_utc CHECK (created_at LIKE '____-__-__T__:__:__.______+00:00'),
    expires_at TEXT NOT NULL CONSTRAINT sign_ins_expires_at_is_utc CHECK (expires_at LIKE '____-__-__T__:__:__.______+00:00'),
    revoked_at TEXT CONSTRAINT sign_ins_revoked_at_is_utc CHECK (revoked_at LIKE '____-__-__T__:__:__.______+00:00'),
    CONSTRAINT sign_ins_end_after_start CHECK (expires_at > created_at)
) STRICT;

CREATE INDEX sign_ins_by_person ON sign_ins (person_id, revoked_at);

-- Tries to sign in that did not succeed. `account` is a hash: people type passwords into the name field.
CREATE TABLE sign_in_failures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL CONSTRAINT sign_in_failures_account_is_hashed CHECK (length(account) = 64),
    address TEXT NOT NULL,
    at TEXT NOT NULL CONSTRAINT sign_in_failures_at_is_utc CHECK (at LIKE '____-__-__T__:__:__.______+00:00')
) STRICT;

CREATE INDEX sign_in_failures_by_account ON sign_in_failures (account, address, at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, at);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (at);

CREATE TABLE audit (
    seq INTEGER PRIMARY KEY CONSTRAINT audit_seq_starts_at_one CHECK (seq >= 1),
    at TEXT NOT NULL CONSTRAINT audit_at_is_utc CHECK (at LIKE '____-__-__T__:__:__.______+00:00'),
    actor TEXT NOT NULL,
    event TEXT NOT NULL,
    detail TEXT NOT NULL CONSTRAINT audit_detail_is_json CHECK (json_valid(detail)),
    prev_hash TEXT NOT NULL UNIQUE CONSTRAINT audit_prev_hash_is_sha256 CHECK (length(prev_hash) = 64),
    hash TEXT NOT NULL UNIQUE CONSTRAINT audit_hash_is_sha256 CHECK (length(hash) = 64)
) STRICT;

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;

CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;
