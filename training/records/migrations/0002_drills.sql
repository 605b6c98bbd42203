-- A drill is the state of one practice run: the open question and what comes after it. It moves; answers never do.
CREATE TABLE drills (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE CONSTRAINT drills_public_id_is_random CHECK (length(public_id) >= 22),
    person_id INTEGER NOT NULL REFERENCES people (id),
    ruleset TEXT NOT NULL,
    exercise TEXT NOT NULL CONSTRAINT drills_exercise_is_known
        CHECK (exercise IN ('questions', 'coups', 'pairs', 'faults', 'knowledge')),
    focus TEXT NOT NULL,
    help TEXT NOT NULL CONSTRAINT drills_help_is_known CHECK (help IN ('alone', 'guided', 'watch')),
    length INTEGER NOT NULL CONSTRAINT drills_length_in_range CHECK (length BETWEEN 1 AND 200),
    limit_seconds INTEGER CONSTRAINT drills_limit_in_range CHECK (limit_seconds BETWEEN 1 AND 300),
    show_counts INTEGER NOT NULL CONSTRAINT drills_show_counts_is_a_switch CHECK (show_counts IN (0, 1)),
    round INTEGER NOT NULL CONSTRAINT drills_round_in_range CHECK (round BETWEEN 1 AND length),
    number INTEGER NOT NULL CONSTRAINT drills_number_is_positive CHECK (number >= 1),
    question TEXT NOT NULL CONSTRAINT drills_question_is_json CHECK (json_valid(question)),
    queue TEXT NOT NULL CONSTRAINT drills_queue_is_json CHECK (json_valid(queue)),
    shoe TEXT,
    cards_left INTEGER CONSTRAINT drills_cards_left_with_a_shoe CHECK ((cards_left IS NULL) = (shoe IS NULL)),
    hinted INTEGER NOT NULL CONSTRAINT drills_hinted_is_a_switch CHECK (hinted IN (0, 1)),
    asked_at TEXT NOT NULL CONSTRAINT drills_asked_at_is_utc CHECK (asked_at LIKE '____-__-__T__:__:__.______+00:00'),
    started_at TEXT NOT NULL CONSTRAINT drills_started_at_is_utc CHECK (started_at LIKE '____-__-__T__:__:__.______+00:00'),
    finished_at TEXT CONSTRAINT drills_finished_at_is_utc CHECK (finished_at LIKE '____-__-__T__:__:__.______+00:00'),
    CONSTRAINT drills_hinted_when_guided CHECK (hinted = 0 OR help = 'guided')
) STRICT;

CREATE INDEX drills_by_person ON drills (person_id, finished_at, started_at);

-- What was asked and what was answered, whole and for good. The columns that queries need are read out of the question.
CREATE TABLE answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES people (id),
    drill_id INTEGER NOT NULL REFERENCES drills (id),
    number INTEGER NOT NULL CONSTRAINT answers_number_is_positive CHECK (number >= 1),
    mode TEXT NOT NULL CONSTRAINT answers_mode_is_known CHECK (mode IN ('questions', 'coups', 'pairs', 'faults', 'knowledge')),
    hinted INTEGER NOT NULL CONSTRAINT answers_hinted_is_a_switch CHECK (hinted IN (0, 1)),
    question TEXT NOT NULL CONSTRAINT answers_question_is_json CHECK (json_valid(question)),
    given TEXT,
    outcome TEXT NOT NULL CONSTRAINT answers_outcome_is_known CHECK (outcome IN ('right', 'wrong', 'timeout')),
    misconceptions TEXT NOT NULL CONSTRAINT answers_misconceptions_is_json CHECK (json_valid(misconceptions)),
    latency_ms INTEGER NOT NULL CONSTRAINT answers_latency_is_not_negative CHECK (latency_ms >= 0),
    answered_at TEXT NOT NULL CONSTRAINT answers_answered_at_is_utc
        CHECK (answered_at LIKE '____-__-__T__:__:__.______+00:00'),
    skill TEXT NOT NULL AS (json_extract(question, '$.skill')) VIRTUAL,
    subject TEXT NOT NULL AS (coalesce(json_extract(question, '$.authored'), json_extract(question, '$.skill'))) VIRTUAL,
    ruleset TEXT NOT NULL AS (json_extract(question, '$.ruleset')) VIRTUAL,
    fingerprint TEXT NOT NULL AS (json_extract(question, '$.fingerprint')) VIRTUAL,
    facts TEXT NOT NULL AS (json_extract(question, '$.facts')) VIRTUAL,
    expected TEXT NOT NULL AS (json_extract(question, '$.expected')) VIRTUAL,
    CONSTRAINT answers_given_unless_timeout CHECK (given IS NOT NULL OR outcome = 'timeout'),
    CONSTRAINT answers_once UNIQUE (drill_id, number)
) STRICT;

CREATE INDEX answers_by_person_and_skill ON answers (person_id, skill, outcome);

CREATE TRIGGER answers_are_never_changed BEFORE UPDATE ON answers
BEGIN
    SELECT RAISE(ABORT, 'answers are never changed');
END;

CREATE TRIGGER answers_are_never_deleted BEFORE DELETE ON answers
BEGIN
    SELECT RAISE(ABORT, 'answers are never deleted');
END;
