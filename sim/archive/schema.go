package archive

// applicationID marks the file as ours: "RTSY" (PRAGMA application_id).
const applicationID = 0x52545359

// migrations bring a file from one version of the schema (PRAGMA user_version)
// to the next. A line that was released is never changed; a new one is added.
var migrations = []string{version1, version2}

// version1 is told column by column in docs/archive.md. Times are milliseconds
// of virtual time, but for saved_at. A seed is a text, since it may be larger
// than a signed integer.
const version1 = `
CREATE TABLE results (
	number          INTEGER PRIMARY KEY,
	id              TEXT NOT NULL UNIQUE,
	label           TEXT UNIQUE,
	kept            INTEGER NOT NULL CHECK (kept IN (0, 1)),
	stamp           INTEGER NOT NULL UNIQUE,
	saved_at        TEXT NOT NULL,
	verb            TEXT NOT NULL,
	scenario        TEXT NOT NULL,
	scenario_digest TEXT NOT NULL,
	scenario_file   TEXT NOT NULL,
	scenario_text   TEXT NOT NULL,
	seed            TEXT NOT NULL,
	replications    INTEGER NOT NULL,
	partial         INTEGER NOT NULL CHECK (partial IN (0, 1)),
	tool_version    TEXT NOT NULL,
	goarch          TEXT NOT NULL,
	document        TEXT NOT NULL
);
CREATE TABLE flags (
	result   INTEGER NOT NULL REFERENCES results (number),
	position INTEGER NOT NULL,
	flag     TEXT NOT NULL,
	value    TEXT NOT NULL,
	PRIMARY KEY (result, position)
) WITHOUT ROWID;
CREATE TABLE result_rows (
	result        INTEGER NOT NULL REFERENCES results (number),
	position      INTEGER NOT NULL,
	name          TEXT NOT NULL,
	plan_digest   TEXT NOT NULL,
	fingerprint   TEXT NOT NULL,
	jobs          INTEGER NOT NULL,
	completed     INTEGER NOT NULL,
	dead_lettered INTEGER NOT NULL,
	failed        INTEGER NOT NULL,
	dropped       INTEGER NOT NULL,
	expired       INTEGER NOT NULL,
	discarded     INTEGER NOT NULL,
	unfinished    INTEGER NOT NULL,
	PRIMARY KEY (result, position)
) WITHOUT ROWID;
CREATE TABLE metrics (
	result   INTEGER NOT NULL REFERENCES results (number),
	row      INTEGER NOT NULL,
	position INTEGER NOT NULL,
	name     TEXT NOT NULL,
	unit     TEXT NOT NULL,
	value    REAL,
	ci95_low REAL,
	ci95_high REAL,
	never    INTEGER NOT NULL CHECK (never IN (0, 1)),
	PRIMARY KEY (result, row, position)
) WITHOUT ROWID;
CREATE TABLE queues (
	id          INTEGER PRIMARY KEY,
	result      INTEGER NOT NULL REFERENCES results (number),
	row         TEXT NOT NULL,
	replication INTEGER NOT NULL,
	records     INTEGER NOT NULL,
	stored      INTEGER NOT NULL CHECK (stored IN (0, 1)),
	UNIQUE (result, row, replication)
);
CREATE TABLE dead_letters (
	id                 INTEGER PRIMARY KEY,
	queue              INTEGER NOT NULL REFERENCES queues (id),
	state              TEXT NOT NULL DEFAULT 'parked' CHECK (state IN ('parked', 'replayed', 'discarded', 'expired')),
	original_queue     TEXT NOT NULL,
	original_job_id    TEXT NOT NULL,
	original_name      TEXT NOT NULL,
	original_data      TEXT,
	job_type           TEXT NOT NULL,
	error_class        TEXT NOT NULL,
	error              TEXT NOT NULL,
	status             INTEGER,
	attempts           INTEGER NOT NULL,
	retries            INTEGER NOT NULL,
	first_failed_at_ms REAL NOT NULL,
	failed_at_ms       REAL NOT NULL,
	last_failed_at_ms  REAL NOT NULL,
	dedupe_key         TEXT,
	occurrences        INTEGER NOT NULL,
	replayable         INTEGER NOT NULL CHECK (replayable IN (0, 1))
);
CREATE INDEX dead_letters_queue ON dead_letters (queue);
CREATE TABLE attempts (
	dead_letter   INTEGER NOT NULL REFERENCES dead_letters (id),
	attempt       INTEGER NOT NULL,
	started_at_ms REAL NOT NULL,
	ended_at_ms   REAL NOT NULL,
	class         TEXT NOT NULL,
	status        INTEGER,
	PRIMARY KEY (dead_letter, attempt)
) WITHOUT ROWID;
`

// version2 says when a letter left and into which result, and lets letters be
// found by state, age and error without reading them all.
const version2 = `
ALTER TABLE dead_letters ADD COLUMN moved_at TEXT;
ALTER TABLE dead_letters ADD COLUMN moved_to TEXT;
DROP INDEX dead_letters_queue;
CREATE INDEX dead_letters_state ON dead_letters (queue, state);
CREATE INDEX dead_letters_age ON dead_letters (queue, state, last_failed_at_ms);
CREATE INDEX dead_letters_error ON dead_letters
	(queue, state, error, error_class, job_type, replayable, failed_at_ms, last_failed_at_ms);
`
