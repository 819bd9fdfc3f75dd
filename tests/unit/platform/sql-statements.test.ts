import { expect, test } from "vitest";
import { splitStatements } from "../../../scripts/stack/postgres/sql-statements.ts";

test.each([
  ["comments", "-- a; b\nselect 1; /* c; /* d; */ */ select 2;; -- end", 2],
  ["strings", "select 'a;b'; select E'it\\'s;'; select 'it''s;'", 3],
  ["names", 'select 1 as "a;b"; select 2', 2],
  ["bodies", "create function f() as $x$ a; $$ b; $$ $x$; select $1;", 2],
  ["atomic bodies", "create function f() begin atomic select case when a then 1 end; b; end; c", 2],
  ["transactions", "begin; select 1; end; commit", 4],
  ["nothing", "-- only a comment\n;;", 0],
])("a script is split as the server splits it: %s", (_name, script, count) => {
  const statements = splitStatements(script);
  expect(statements).toHaveLength(count);
  for (const statement of statements) expect(statement).not.toMatch(/;$/);
});
