/** Only the secret key and the database's own wake may start a worker. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { ask, codeOf, loopback } from "../support/http.ts";
import { makeOrganization } from "../support/own-organization.ts";
import { headersOf, personNames } from "../support/personas.ts";

const { publishable_key, secret_key } = inject("stack");
const folders = await readdir(path.resolve(import.meta.dirname, "../../supabase/functions"));
const slugs = folders.filter((name) => /-(act|sync)$/.test(name));

/** From a separate address for each function, because a busy gateway delays the refusals of one sender. */
const wake = (slug: string, headers: Record<string, string>) => {
  const localAddress = loopback(40 + slugs.indexOf(slug));
  return ask(`/functions/v1/${slug}`, { method: "POST", headers, localAddress });
};
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

describe.concurrent.each(slugs)("%s", (slug) => {
  test.each(personNames)("answers 403 to %s", async (name) => {
    const answer = await wake(slug, await headersOf(name));
    expect([answer.status, codeOf(answer)]).toEqual([403, "not_allowed"]);
  });

  test("answers 401 without credentials, and to untrusted ones", async () => {
    const genuine = await token(slug, 120);
    const badHeaders: Record<string, string>[] = [
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
    const answers = await Promise.all(badHeaders.map((headers) => wake(slug, headers)));
    expect(badHeaders.map((headers, index) => [headers, answers[index]?.status])).toEqual(
      badHeaders.map((headers) => [headers, 401]),
    );
  });

  test("answers 403 to the publishable key", async () => {
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

  test("answers 405 to GET, and 404 under /api", async () => {
    const get = await ask(`/functions/v1/${slug}`, { headers: { apikey: secret_key } });
    expect(get.status).toBe(405);
    expect(
      (await ask(`/api/${slug}`, { method: "POST", headers: { apikey: secret_key } })).status,
    ).toBe(404);
  });
});

test("a push of a vendor makes its stream due, and one without its proof gets 401 and changes nothing", async () => {
  const own = await makeOrganization();
  const channel = `channel of ${own.id}`;
  await owner`
    with stream as (
      insert into public.sync_streams (organization_id, provider, stream, next_at)
      values (${own.id}, 'google_calendar', 'events', now() + interval '1 day') returning organization_id, id)
    insert into private.sync_channels (
      organization_id, stream_id, resource, address, external_id, token_hash, expires_at)
    select organization_id, id, 'team@agency.test', 'https://agency.test', ${channel}, encode(sha256('a token'), 'hex'),
      now() + interval '7 days'
    from stream`;
  const push = (slug: string, id: string, secret: string) =>
    wake(slug, {
      "x-goog-channel-id": id,
      "x-goog-channel-token": secret,
      "x-goog-resource-state": "exists",
      "x-goog-message-number": "2",
    });
  const states = () => owner`
    select pushed_at is not null as is_pushed, (
      select count(*)::integer from private.sync_pushes as pushes where pushes.channel_id = channels.id) as pushes
    from private.sync_channels as channels where external_id = ${channel}`;

  const refusals = [
    await push("calendar-sync", channel, "another token"),
    await push("calendar-sync", `${channel}?`, "a token"),
    await push("file-sync", channel, "a token"),
  ];
  for (const { status, json } of refusals) {
    expect([status, json]).toEqual([401, refusals[0]?.json]);
  }
  expect([...(await states())]).toEqual([{ is_pushed: false, pushes: 0 }]);

  const [first, second] = [
    await push("calendar-sync", channel, "a token"),
    await push("calendar-sync", channel, "a token"),
  ];
  expect([first.json, second.json]).toEqual([{ state: "accepted" }, { state: "known" }]);
  expect([...(await states())]).toEqual([{ is_pushed: true, pushes: 1 }]);
});
