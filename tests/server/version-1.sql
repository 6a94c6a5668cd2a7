BEGIN TRANSACTION;
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at REAL NOT NULL,
    act TEXT NOT NULL, actor INTEGER NOT NULL, value TEXT NOT NULL, key TEXT,
    PRIMARY KEY (table_id, number), UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES('3my5gfVXHnGR',0,1.79478054911383748054e+09,'open',-1,'{"seats": [{"name": "Ada", "kind": "person", "level": "", "people": ["ada"], "ready": true}, {"name": "Ben", "kind": "person", "level": "", "people": ["ben"], "ready": true}], "options": {}, "host": "ada"}',NULL);
INSERT INTO "entries" VALUES('3my5gfVXHnGR',1,1.79478054911388683325e+09,'start',-1,'',NULL);
INSERT INTO "entries" VALUES('3my5gfVXHnGR',2,1.79478054911439442635e+09,'move',-1,'5',NULL);
INSERT INTO "entries" VALUES('3my5gfVXHnGR',3,1.79478054913629961018e+09,'move',0,'3','0.3.move.3.');
CREATE TABLE sitters (
    person TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "sitters" VALUES('ada','3my5gfVXHnGR');
INSERT INTO "sitters" VALUES('ben','3my5gfVXHnGR');
CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL) STRICT;
INSERT INTO "tables" VALUES('3my5gfVXHnGR','low-tide','1');
COMMIT;
PRAGMA user_version = 1;
