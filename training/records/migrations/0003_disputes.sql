-- A trainee disagrees with a question; a manager upholds it or withdraws it. What is withdrawn is not asked any more.
CREATE TABLE disputes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id TEXT NOT NULL UNIQUE CONSTRAINT disputes_public_id_is_random CHECK (length(public_id) >= 22),
    answer_id INTEGER NOT NULL UNIQUE REFERENCES answers (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL CONSTRAINT disputes_reason_is_given CHECK (length(reason) BETWEEN 1 AND 2000),
    raised_at TEXT NOT NULL CONSTRAINT disputes_raised_at_is_utc CHECK (raised_at LIKE '____-__-__T__:__:__.______+00:00'),
    decision TEXT CONSTRAINT disputes_decision_is_known CHECK (decision IN ('upheld', 'withdrawn')),
    decided_by INTEGER REFERENCES people (id),
    decided_at TEXT CONSTRAINT disputes_decided_at_is_utc CHECK (decided_at LIKE '____-__-__T__:__:__.______+00:00'),
    CONSTRAINT disputes_decided_whole
        CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
    CONSTRAINT disputes_not_decided_by_oneself CHECK (decided_by IS NOT person_id OR decided_by IS NULL)
) STRICT;

CREATE INDEX disputes_open ON disputes (decision, raised_at);

-- The id of an authored question, or of the skill of a generated one.
CREATE TABLE withdrawals (
    subject TEXT PRIMARY KEY,
    dispute_id INTEGER NOT NULL REFERENCES disputes (id),
    withdrawn_at TEXT NOT NULL CONSTRAINT withdrawals_withdrawn_at_is_utc
        CHECK (withdrawn_at LIKE '____-__-__T__:__:__.______+00:00')
) STRICT;
