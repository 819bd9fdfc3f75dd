/** A connection string that cannot be the project's stops a deployment before it begins. */
import { describe, expect, test } from "vitest";
import { checkDatabaseUrl } from "../../../scripts/deploy/database.ts";

const REF = "abcdefghijklmnopqrst";
const OTHER = "zyxwvutsrqponmlkjihg";
const POOLER = "aws-0-eu-central-1.pooler.supabase.com";

describe("a connection string is refused", () => {
  test.each([
    ["of another project", `postgresql://postgres:p@db.${OTHER}.supabase.co:5432/postgres`, OTHER],
    ["of another project's pooler", `postgresql://postgres.${OTHER}:p@${POOLER}:5432/x`, OTHER],
    ["in transaction mode", `postgresql://postgres.${REF}:p@${POOLER}:6543/x`, "transaction mode"],
    ["with an unencoded password", "postgresql://postgres:p/w#d@x:5432/x", "percent-encode"],
    [
      "with an unencoded password that names a host",
      "postgresql://postgres:p@ss@x:5432/x",
      "percent-encode",
    ],
    ["that is an address", "https://abcdefghijklmnopqrst.supabase.co", "percent-encode"],
    ["with nothing in it", "postgresql://", "percent-encode"],
  ])("%s", (_, url, reason) => {
    expect(() => checkDatabaseUrl(url, REF)).toThrow(reason);
  });

  test("without repeating its password", () => {
    const url = "postgresql://postgres:se/cr#et@x:5432/x";
    expect(() => checkDatabaseUrl(url, REF)).not.toThrow(/cr/);
  });
});

test.each([
  `postgresql://postgres:p@db.${REF}.supabase.co:5432/postgres`,
  `postgres://postgres.${REF}:p%2Fw@${POOLER}:5432/postgres`,
  "postgresql://postgres@127.0.0.1:6543/postgres",
])("%s is accepted", (url) => {
  expect(() => checkDatabaseUrl(url, REF)).not.toThrow();
});
