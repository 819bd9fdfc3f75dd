import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { gatewayErrors } from "../../../scripts/stack/gateway/gateway-errors.ts";
import { appSqlstates, fromDatabase, unavailable } from "../../../supabase/functions/_db/errors.ts";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { errors } from "../../../supabase/functions/_http/errors.ts";

const SUPABASE = path.resolve(import.meta.dirname, "../../../supabase");

async function sourcesOf(folder: string, ending: string): Promise<string> {
  const names = await readdir(path.join(SUPABASE, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith(ending)).sort();
  return (
    await Promise.all(files.map((name) => readFile(path.join(SUPABASE, folder, name), "utf8")))
  ).join("\n");
}

/** The codes of private.error_codes(). */
async function catalog(): Promise<Record<string, { status: number; code: string }>> {
  const sql = await readFile(path.join(SUPABASE, "schemas/platform/errors.sql"), "utf8");
  const rows = sql.matchAll(/\('(OP[A-Z]{3})', (\d{3}), '(\w+)'/g);
  return Object.fromEntries(
    [...rows].map(([, state = "", status, code = ""]) => [state, { status: Number(status), code }]),
  );
}

describe("the catalog of SQLSTATEs", () => {
  test("is the same in the database and in HTTP", async () => {
    expect(Object.keys(await catalog()).length).toBeGreaterThan(5);
    expect(appSqlstates).toEqual(await catalog());
  });

  test("contains every code that a function raises, and comments mention no other", async () => {
    const sql = await sourcesOf("schemas", ".sql");
    const raisedCodes = [...sql.matchAll(/errcode = '(\w+)'/g)].map(([, code]) => code);
    expect(raisedCodes.length).toBeGreaterThan(10);
    const codesInSql = [...sql.matchAll(/\bOP[A-Z]{3}\b/g)].map(([code]) => code);
    const knownCodes = Object.keys(await catalog());
    expect(
      [...new Set([...raisedCodes, ...codesInSql])].filter(
        (code) => !knownCodes.includes(String(code)),
      ),
    ).toEqual([]);
  });

  test("every refusal has its own code: no errcode without a hint", async () => {
    const sql = await sourcesOf("schemas", ".sql");
    const raises = [...sql.matchAll(/raise exception using([^;]*);/g)].map(
      ([, using = ""]) => using,
    );
    expect(raises.length).toBeGreaterThan(10);
    expect(
      raises.filter((using) => !/errcode = /.test(using) || !/hint = '[a-z_]+'/.test(using)),
    ).toEqual([]);
    expect(sql).not.toMatch(/raise exception '/);
  });

  test("no code has another meaning in PostgreSQL or PostgREST", async () => {
    for (const code of Object.keys(await catalog()))
      expect(code).toMatch(/^[^FHPX][A-Z][^0P][A-Z]{2}$/);
  });
});

describe("a database error", () => {
  test("with one of our codes keeps its message, its code and its details", () => {
    const error = fromDatabase({
      code: "OPSTA",
      message: "Too late",
      hint: "already_decided",
      details: '{"by":"Nora"}',
    });
    expect(error?.toBody()).toEqual({
      statusCode: 409,
      code: "already_decided",
      message: "Too late",
      details: { by: "Nora" },
    });
  });

  test("with details that are not JSON drops them", () => {
    const error = fromDatabase({
      code: "OPINV",
      message: "No",
      hint: null,
      details: "Failing row contains (1, secret)",
    });
    expect(error?.toBody()).toEqual({ statusCode: 400, code: "invalid", message: "No" });
  });

  test("from the gateway, about too many concurrent calls, asks the caller to wait", () => {
    const { body } = gatewayErrors.tooManyAtOnce();
    const error = { code: String(body["code"]), message: body.message };
    expect(fromDatabase(error)?.toBody()).toMatchObject({
      statusCode: 429,
      code: "too_many_at_once",
    });
  });

  test.each(["22003", "22007", "22008", "22P02", "23514"])(
    "%s of a value that the database cannot store is the caller's error, in our own words",
    (code) => {
      const error = fromDatabase({ code, message: 'date/time field value out of range: "0000"' });
      expect(error?.toBody()).toMatchObject({ statusCode: 400, code: "invalid" });
      expect(error?.message).not.toContain("0000");
    },
  );

  test.each(["XX000", "P0001", "", "53300", "constructor"])(
    "%s reveals nothing to a caller",
    (code) => {
      expect(fromDatabase({ code, message: "secret" })).toBeNull();
    },
  );
});

test("every refusal of HTTP has a status, a code and a sentence", () => {
  for (const make of Object.values({ ...errors, ...unavailable }) as ((
    argument: never,
  ) => AppError)[]) {
    const { statusCode, code, message } = make("x" as never).toBody();
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(code).toMatch(/^[a-z_]+$/);
    expect(message).toMatch(/^[A-Z]/);
  }
});
