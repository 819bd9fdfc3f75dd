/**
 * Only a prompt owner changes the assistant's instructions: every change by anyone else, on every path to the
 * database, is refused, and a read as the database's owner shows that nothing changed.
 */
import { beforeAll, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, askAs, codeOf } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  type OwnPerson,
  signedIn,
} from "../support/own-organization.ts";
import { nonPersonNames } from "../support/personas.ts";

let own: OwnOrganization;
let promptOwner: OwnPerson["ask"];
let outsider: Pick<OwnPerson, "ask">;
let live = "";
let earlier = "";
let stagedId = "";

/** An organization whose admin was a prompt owner, but no longer is. */
beforeAll(async () => {
  own = await makeOrganization();
  const { admin } = own.people;
  promptOwner = admin.ask;
  await owner`update public.people set is_prompt_owner = true where id = ${admin.id}`;
  earlier = await versionAfter({ action: "set_base_prompt", base: "First" });
  live = await versionAfter({ action: "set_base_prompt", base: "Second" });
  stagedId = await versionAfter({ action: "stage_prompt", base: "Third" }, "staged");
  await owner`update public.people set is_prompt_owner = false where id = ${admin.id}`;
  const email = `nobody@${admin.email.split("@")[1]}`;
  await makeUser(email);
  outsider = await signedIn(email);
});

async function versionAfter(body: object, which: "live" | "staged" = "live"): Promise<string> {
  const answer = await promptOwner("/api/service-prompt", { body });
  expect(answer.status).toBe(200);
  return (answer.json as Record<typeof which, { version_row_id: string }>)[which].version_row_id;
}

async function snapshot(): Promise<object> {
  const [row] = await owner`
    select
      (select jsonb_agg(v order by v.number) from public.prompt_versions v where organization_id = ${own.id}) as versions,
      (select jsonb_agg(p) from public.live_prompts p where organization_id = ${own.id}) as live,
      (select count(*)::int from public.audit_events where organization_id = ${own.id}) as events`;
  return { ...row };
}

const actions = () => ({
  get_prompt: {},
  prompt_versions: {},
  stage_prompt: { base: "Mine" },
  set_base_prompt: { base: "Mine" },
  rollback_prompt: { version_row_id: earlier },
});
type Name = keyof ReturnType<typeof actions>;
const readers: Name[] = ["get_prompt", "prompt_versions"];
const changers: Name[] = ["set_base_prompt", "rollback_prompt"];

const outcome = (answer: Answer) => `${answer.status} ${codeOf(answer)}`;

test.concurrent.each(["admin", "lead"] as const)(
  "the %s, who is not a prompt owner, reads the prompt and changes nothing",
  async (role) => {
    const before = await snapshot();
    for (const name of [...readers, ...changers]) {
      const answer = await own.people[role].ask("/api/service-prompt", {
        body: { action: name, ...actions()[name] },
      });
      expect([name, outcome(answer)]).toEqual([
        name,
        readers.includes(name) ? "200 undefined" : "403 prompt_owner_only",
      ]);
      if (changers.includes(name)) {
        const answer = await own.people[role].ask(`/rest/v1/rpc/${name}`, {
          body: actions()[name],
        });
        expect([name, codeOf(answer)]).toEqual([name, "OPDEN"]);
      }
    }
    expect(await snapshot()).toEqual(before);
  },
);

test.concurrent.each(["member", "client", "outsider"] as const)(
  "the %s neither reads nor changes the prompt",
  async (role) => {
    const before = await snapshot();
    const person = role === "outsider" ? outsider : own.people[role];
    for (const [name, args] of Object.entries(actions())) {
      const answer = await person.ask("/api/service-prompt", { body: { action: name, ...args } });
      expect([name, outcome(answer)]).toEqual([
        name,
        role === "outsider" ? "403 no_membership" : "403 role_not_allowed",
      ]);
      const direct = await person.ask(`/rest/v1/rpc/${name}`, { body: args });
      expect([name, codeOf(direct)]).toEqual([name, "OPDEN"]);
    }
    expect(await snapshot()).toEqual(before);
  },
);

test.concurrent.each(nonPersonNames)("%s neither reads nor changes the prompt", async (persona) => {
  const before = await snapshot();
  for (const [name, args] of Object.entries(actions())) {
    for (const path of ["/api/service-prompt", "/functions/v1/service-prompt"]) {
      const answer = await askAs(persona, path, { body: { action: name, ...args } });
      expect([path, name, answer.status]).toEqual([path, name, 401]);
    }
    const direct = await askAs(persona, `/rest/v1/rpc/${name}`, { body: args });
    expect([name, direct.status < 400]).toEqual([name, false]);
  }
  expect(await snapshot()).toEqual(before);
});

test.each(["secret_key", "anonymous"] as const)(
  "%s cannot change the live prompt through the Data API",
  async (persona) => {
    const before = await snapshot();
    const livePromptPath = `/rest/v1/live_prompts?organization_id=eq.${own.id}`;
    const row = {
      organization_id: own.id,
      live_version_id: earlier,
      moved_by: own.people.admin.id,
    };
    for (const answer of [
      await askAs(persona, livePromptPath, { method: "PATCH", body: { live_version_id: earlier } }),
      await askAs(persona, livePromptPath, {
        method: "PATCH",
        body: { live_version_id: stagedId },
      }),
      await askAs(persona, livePromptPath, { method: "DELETE" }),
      await askAs(persona, "/rest/v1/live_prompts", {
        body: row,
        headers: { prefer: "resolution=merge-duplicates" },
      }),
      await askAs(persona, "/rest/v1/prompt_versions", {
        body: {
          organization_id: own.id,
          number: 4,
          base: "Mine",
          origin: "set",
          created_by: own.people.admin.id,
        },
      }),
    ]) {
      expect(codeOf(answer)).toBe("42501");
    }
    expect(await snapshot()).toEqual(before);
  },
);

test("the secret key cannot change the live prompt in SQL, whatever identity it claims", async () => {
  const before = await snapshot();
  // The secret key must fail even with a claimed identity that owns the prompt.
  await owner`update public.people set is_prompt_owner = true where id = ${own.people.admin.id}`;
  const statements = [
    `update public.live_prompts set live_version_id = '${earlier}'`,
    `insert into public.prompt_versions (organization_id, number, base, origin, created_by)
     values ('${own.id}', 4, 'Mine', 'set', '${own.people.admin.id}')`,
    `select public.set_base_prompt('Mine')`,
    `select private.set_base_prompt('Mine')`,
    `select public.rollback_prompt('${earlier}')`,
    `select public.stage_prompt('Mine')`,
    `select private.add_prompt_version(null::public.prompt_versions, 'prompt.set')`,
    `select private.carry_out_prompt(null::public.approvals)`,
  ];
  const claims = JSON.stringify({ sub: own.people.admin.userId, role: "authenticated" });
  const codes: string[] = [];
  for (const statement of statements) {
    await owner
      .begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'service_role', true)`;
        await sql.unsafe(statement);
        codes.push("done");
      })
      .catch((error: { code: string }) => codes.push(error.code));
  }
  await owner`update public.people set is_prompt_owner = false where id = ${own.people.admin.id}`;
  expect(codes).toEqual(statements.map(() => "42501"));
  expect(await snapshot()).toEqual(before);
});

test("the owner of the tables cannot change the live prompt or its versions", async () => {
  const before = await snapshot();
  const statements = [
    `update public.live_prompts set live_version_id = '${earlier}' where organization_id = '${own.id}'`,
    `update public.live_prompts set live_version_id = '${stagedId}' where organization_id = '${own.id}'`,
    `delete from public.live_prompts where organization_id = '${own.id}'`,
    `update public.prompt_versions set base = 'Mine' where id = '${live}'`,
    `insert into public.prompt_versions (organization_id, number, base, origin, created_by)
     values ('${own.id}', 4, 'Mine', 'set', '${own.people.admin.id}')`,
  ];
  const codes = await Promise.all(
    statements.map((statement) =>
      owner.unsafe(statement).then(
        () => "done",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(codes).toEqual(["OPDEN", "OPDEN", "OPSTA", "OPSTA", "OPDEN"]);
  expect(await snapshot()).toEqual(before);
});
