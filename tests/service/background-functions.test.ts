/** Who may start a worker: the secret key and the database's own wake, and nobody else. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { ask, codeOf } from "../support/http.ts";
import { headersOf, personNames } from "../support/personas.ts";

const { publishable_key, secret_key } = inject("stack");
const folders = await readdir(path.resolve(import.meta.dirname, "../../supabase/functions"));
const slugs = folders.filter((name) => /-(act|sync)$/.test(name));

const wake = (slug: string, headers: Record<string, string>) =>
  ask(`/functions/v1/${slug}`, { method: "POST", headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const token = async (slug: string, seconds: number) => {
  const [row] = await owner`
    select private.worker_token(${slug}, extract(epoch from clock_timestamp())::bigint + ${seconds}) as token`;
  return row?.["token"] as string;
};

test("every kind of job has its background function, and the reverse", async () => {
  const rows = await owner<{ slug: string }[]>`
    select distinct function_slug as slug from private.job_kinds()`;
  expect(rows.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
});

describe.each(slugs)("%s", (slug) => {
  test.each(personNames)("403 for %s", async (name) => {
    const answer = await wake(slug, await headersOf(name));
    expect([answer.status, codeOf(answer)]).toEqual([403, "not_allowed"]);
  });

  test("401 without anything, and for what nobody can believe", async () => {
    const genuine = await token(slug, 120);
    const refused: Record<string, string>[] = [
      {},
      { authorization: "Basic YTpi" },
      { apikey: "sb_secret_wrong" },
      { apikey: `${secret_key}x` },
      bearer(secret_key.slice(0, -1)),
      bearer(await token(slug, -1)),
      bearer(await token("config", 120)),
      bearer(`${genuine}0`),
      bearer(genuine.replace(/\d+/, (end) => String(Number(end) + 60))),
      await headersOf("expired"),
      await headersOf("forged"),
      await headersOf("alg_none"),
    ];
    for (const headers of refused) {
      const answer = await wake(slug, headers);
      expect([headers, answer.status]).toEqual([headers, 401]);
    }
  });

  test("403 for the publishable key", async () => {
    for (const headers of [{ apikey: publishable_key }, bearer(publishable_key)]) {
      expect([headers, (await wake(slug, headers)).status]).toEqual([headers, 403]);
    }
  });

  test("runs for the secret key and for a token of the database", async () => {
    for (const headers of [
      { apikey: secret_key },
      bearer(secret_key),
      bearer(await token(slug, 120)),
    ]) {
      const answer = await wake(slug, headers);
      // Another test may have left a job that is due by now.
      const count = expect.any(Number);
      expect([answer.status, answer.json]).toEqual([
        200,
        {
          taken: count,
          finished: count,
          failed: count,
          ...(slug === "meeting-sync" && { emails: { indexed: count, failed: count } }),
        },
      ]);
    }
    const answer = await wake(slug, { apikey: secret_key, prefer: "respond-async" });
    expect(answer.status).toBe(202);
  });

  test("405 for a look, and 404 under /api", async () => {
    const get = await ask(`/functions/v1/${slug}`, { headers: { apikey: secret_key } });
    expect(get.status).toBe(405);
    expect(
      (await ask(`/api/${slug}`, { method: "POST", headers: { apikey: secret_key } })).status,
    ).toBe(404);
  });
});
