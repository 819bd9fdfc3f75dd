/**
 * One account that uses as much as it can: deep embeds, costly regular expressions, large results, slow statements
 * and floods. Everyone else is served in the meantime.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, ask, askAs, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  signedIn,
} from "../support/own-organization.ts";
import type { PersonaName } from "../support/personas.ts";
import { loadOfGateway } from "./gateway-load.ts";

const stack = inject("stack");
const LOCK = 7_301_114;
const POLLING = { timeout: 30_000, interval: 50 };
let own: OwnOrganization;
let outsider: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  own = await makeOrganization();
  outsider = await makeOutsider();
  // Stand-ins for slow statements and large results.
  await owner.unsafe(`
    create function public.hostile_wait() returns text language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return 'done'; end $$;
    create function public.hostile_sleep() returns text language sql volatile as
      $$ select pg_sleep(60)::text $$;
    create function public.hostile_time() returns text language sql stable as
      $$ select current_setting('statement_timeout') $$;
    create function public.hostile_brief() returns text language sql volatile
      set statement_timeout = '200ms' as $$ select pg_sleep(3)::text $$;
    create function public.hostile_text(size integer) returns text language sql stable as
      $$ select repeat('x', size) $$;
    create view public.hostile_rows with (security_invoker = true) as
      select 'x'::text as code from generate_series(1, 1000);
    grant select on public.hostile_rows to authenticated;
    revoke execute on function public.hostile_wait(), public.hostile_sleep(), public.hostile_time(),
      public.hostile_brief(), public.hostile_text(integer) from public;
    grant execute on function public.hostile_wait(), public.hostile_sleep(), public.hostile_time(),
      public.hostile_brief(), public.hostile_text(integer) to anon, authenticated;
    notify pgrst, 'reload schema';
  `);
  // The stack reloads the schema on request.
  await vi.waitUntil(async () => {
    const answer = await own.people.member.ask(...rpc("hostile_time"));
    return answer.status === 200;
  }, POLLING);
});

afterAll(async () => {
  await owner.unsafe(`
    drop view public.hostile_rows;
    drop function public.hostile_wait(), public.hostile_sleep(), public.hostile_time(),
      public.hostile_brief(), public.hostile_text(integer);
    notify pgrst, 'reload schema';
  `);
});

async function makeOutsider() {
  const email = `${randomUUID()}@nowhere.test`;
  await makeUser(email);
  return signedIn(email);
}
const rpc = (name: string, body: object = {}) => [`/rest/v1/rpc/${name}`, { body }] as const;

describe.concurrent("a query", () => {
  const attacks: [string, string][] = [
    ["embeds four deep", "projects?select=id,accounts(id,projects(id,accounts(id,projects(id))))"],
    [
      "embeds six beside each other",
      "projects?select=id,a:accounts(id),b:accounts(id),c:accounts(id),d:accounts(id),e:accounts(id),f:accounts(id)",
    ],
    ["a regular expression that is costly to compile", "tasks?title=match.(a{0,99}){0,99}"],
    ["the same inside or", "tasks?or=(title.match.(a{0,99}){0,99},title.eq.b)"],
    [
      "the same over an embedded resource",
      "projects?select=id,tasks(id)&tasks.title=imatch.(a{0,99}){0,99}",
    ],
    ["three regular expressions", "tasks?title=match.a&external_key=match.b&or=(title.match.c)"],
  ];
  test.each(attacks)(
    "with %s is refused for every caller before the database sees it",
    async (_, query) => {
      const path = `/rest/v1/${query.replaceAll("{", "%7B").replaceAll("}", "%7D")}`;
      for (const answer of [await outsider.ask(path), await own.people.lead.ask(path)]) {
        expect([answer.status, codeOf(answer)]).toEqual([400, "query_too_complex"]);
      }
    },
  );

  test("with ordinary embeds and patterns is served", async () => {
    const { lead } = own.people;
    const embeds = await lead.ask(
      "/rest/v1/projects?select=code,accounts(name,clients(name)),tasks(title)&order=code",
    );
    expect(embeds.json).toEqual([
      {
        code: "ALPHA",
        accounts: { name: "Harbour shop", clients: { name: "Harbour" } },
        tasks: [{ title: "ALPHA task" }],
      },
      {
        code: "BETA",
        accounts: { name: "Harbour shop", clients: { name: "Harbour" } },
        tasks: [{ title: "BETA task" }],
      },
    ]);
    const pattern = await lead.ask("/rest/v1/projects?select=code&code=match.^A.*A$");
    expect(pattern.json).toEqual([{ code: "ALPHA" }]);
  });
});

test.concurrent("a statement is cancelled when its time limit is over", async ({ expect }) => {
  // A separate outsider, because the statement takes an outsider's only slot.
  const slow = await makeOutsider();
  expect(codeOf(await slow.ask(...rpc("hostile_sleep")))).toBe("57014");
});

describe.concurrent("a statement", () => {
  test("has the time limit of its role, which is shorter for an outsider", async () => {
    const timeOf = async (answer: Promise<Answer>) => (await answer).json;
    expect({
      anonymous: await timeOf(askAs("anonymous", ...rpc("hostile_time"))),
      outsider: await timeOf(outsider.ask(...rpc("hostile_time"))),
      member: await timeOf(own.people.member.ask(...rpc("hostile_time"))),
      lead: await timeOf(own.people.lead.ask(...rpc("hostile_time"))),
    }).toEqual({ anonymous: "3s", outsider: "2s", member: "8s", lead: "8s" });
  });

  test("has the time limit that the called function sets, in place of the caller's", async () => {
    const answer = await own.people.lead.ask(...rpc("hostile_brief"));
    expect(codeOf(answer)).toBe("57014");
  });
});

describe.concurrent("a result", () => {
  test("larger than the caller's limit is cut off, and the next request is served", async () => {
    // Little more than the limits: on a busy machine, a larger result could take longer than the statement may.
    for (const [caller, size] of [
      [outsider, 1_200_000],
      [own.people.member, 9_000_000],
    ] as const) {
      const answer = await caller.ask(...rpc("hostile_text", { size }));
      expect([answer.status, codeOf(answer)]).toEqual([400, "result_too_large"]);
      expect((await caller.ask(...rpc("hostile_time"))).status).toBe(200);
    }
  });

  test("that exceeds the limit only as a response is refused, however small its rows are", async () => {
    // 1,000 rows of one letter each, under long names.
    const names = Array.from({ length: 20 }, (_, n) => `n${n}_${"n".repeat(55)}:code`);
    const path = `/rest/v1/hostile_rows?select=${names.join(",")}`;
    const answer = await outsider.ask(path);
    expect([answer.status, codeOf(answer)]).toEqual([400, "result_too_large"]);
    const few = await outsider.ask(`${path}&limit=10`);
    expect([few.status, (few.json as unknown[]).length]).toEqual([200, 10]);
  });

  test("for a lead may be as large as an import", async () => {
    const answer = await own.people.lead.ask(...rpc("hostile_text", { size: 20_000_000 }));
    expect([answer.status, answer.text.length]).toEqual([200, 20_000_002]);
  });
});

test("a flood of endless statements stays within its sender's share, and everyone else is served", async () => {
  const floods = [
    { ask: own.people.member.ask, tier: "member" },
    { ask: own.people.client.ask, tier: "member" },
    { ask: outsider.ask, tier: "outsider" },
  ] as const;
  const { shares: limits } = (await loadOfGateway()).gates.data;
  const lock = await owner.reserve();
  await lock`select pg_advisory_lock(${LOCK})`;
  const answers: Promise<Answer>[] = [];
  try {
    for (const flood of floods) {
      // As many as may run and wait, and some that are refused.
      const { atOnce, waiting } = limits[flood.tier];
      for (let n = 0; n < atOnce + waiting + 10; n++) {
        answers.push(flood.ask(...rpc("hostile_wait")));
      }
    }
    // A busy gateway gives all of them two slots together; an idle one gives each its share.
    await expect
      .poll(async () => (await loadOfGateway()).gates.data.running, POLLING)
      .toBeOneOf([2, 3, 4, 5]);
    await expect
      .poll(async () => (await loadOfGateway()).gates.data.refused, POLLING)
      .toBeGreaterThan(0);

    const { lead } = own.people;
    expect((await lead.ask("/api/whoami")).status).toBe(200);
    expect((await lead.ask("/api/inbox")).status).toBe(200);
    const card = await lead.ask("/rest/v1/rpc/propose_approval", {
      body: { kind: "task_create", project_id: own.betaId, payload: { title: "Served meanwhile" } },
    });
    const { id, version } = card.json as { id: string; version: number };
    const approval = await lead.ask("/api/approvals", { body: { action: "approve", id, version } });
    expect([approval.status, approval.text]).toEqual([200, expect.stringContaining("approved")]);
    expect((await signedIn(lead.email)).headers["authorization"]).toBeDefined();
  } finally {
    await lock`select pg_advisory_unlock(${LOCK})`;
    lock.release();
  }
  const all = await Promise.all(answers);
  const statuses = new Set(all.map(({ status }) => status));
  // Served, refused, or cancelled at the time limit of the statement.
  expect([200, 429, 500]).toEqual(expect.arrayContaining([...statuses]));
  const refusals = all.filter(({ status }) => status === 429);
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.map(codeOf)).toEqual(refusals.map(() => "too_many_at_once"));
  expect(refusals[0]?.headers.get("retry-after")).toBe("1");

  const { maxRunning: most, shares } = (await loadOfGateway()).gates.data;
  for (const tier of ["leader", "member", "outsider", "anonymous"] as const) {
    expect([tier, most[tier]]).toEqual([tier, expect.any(Number)]);
    expect(most[tier]).toBeLessThanOrEqual(shares[tier].atOnce);
  }
  // A busy gateway gives each of them less.
  expect([shares.member.atOnce, shares.outsider.atOnce]).toEqual([2, 1]);
});

test("only the secret key sees the gateway's load", async () => {
  const callers: [PersonaName, number][] = [
    ["no_key", 401],
    ["anonymous", 401],
    ["member", 401],
    ["admin", 401],
    ["secret_key", 200],
  ];
  for (const [persona, status] of callers) {
    expect([persona, (await askAs(persona, "/gateway/v1/load")).status]).toEqual([persona, status]);
  }
  expect((await ask(`/gateway/v1/load?apikey=${stack.secret_key}`)).status).toBe(401);
});
