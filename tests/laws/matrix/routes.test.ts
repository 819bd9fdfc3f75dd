import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { OWN_ROUTES } from "../../../scripts/stack/gateway/gateway.ts";
import { contracts, demoContracts } from "../../../supabase/functions/_domain/contracts.ts";
import { owner } from "../../support/database.ts";
import { type Answer, type Ask, askAs, codeOf } from "../../support/http.ts";
import { demoId, type PersonaName, people, personaNames } from "../../support/personas.ts";
import { demoRoutes, gatewayRoutes, refusals, routes } from "./access-matrix/routes.ts";
import { countCells, describeUnexpected } from "./cells.ts";
import { fillEmptyTables } from "./demo-rows.ts";
import { namesOf } from "./parse-matrix.ts";

const { expectRow, executedCells } = countCells();

const aFile = Buffer.from("Project,Client\nForged,Forged\n").toString("base64");

/** Bodies of the writing routes: a persona without access sends one that would have an effect with access. */
const bodies: Record<string, { denied: object; admitted: object }> = {
  "POST portfolio-actions": {
    denied: { type: "client_create", name: "Forged" },
    admitted: { type: "client_create" },
  },
  "POST account": {
    denied: { action: "rename", name: "Forged", version: 1 },
    admitted: { action: "rename" },
  },
  "POST password": { denied: {}, admitted: { token: "forged" } },
  "POST people": {
    denied: { action: "invite", email: "forged@demo.test", name: "Forged", role: "admin" },
    admitted: { action: "invite", email: "forged", name: "Forged", role: "admin" },
  },
  "POST updates/draft": { denied: { project_id: randomUUID() }, admitted: {} },
  "POST deliverable-drafts": { denied: { project_id: randomUUID() }, admitted: {} },
  "POST authoring-profiles": {
    denied: { changes: { name: "Forged" } },
    admitted: { changes: { forged: true } },
  },
  "POST estimate-cases": { denied: { query: "Forged" }, admitted: { query: " " } },
  "POST approvals": {
    denied: { action: "approve", id: randomUUID() },
    admitted: { action: "approve" },
  },
  "POST inbox": {
    denied: {
      action: "propose",
      kind: "task_create",
      project_id: demoId(4, 1, 1),
      payload: { title: "Forged" },
    },
    admitted: { action: "propose" },
  },
  "POST settings": {
    denied: { forbids_self_approval: true, version: 0 },
    admitted: { forbids_self_approval: "yes", version: 0 },
  },
  "POST inbound-emails": {
    denied: { id: randomUUID(), action: "reject", reason: "Forged" },
    admitted: { id: randomUUID(), action: "reject" },
  },
  "POST integrations": {
    denied: {
      action: "connect",
      provider: "clickup",
      settings: { list_id: "1", marker_field_id: "forged" },
      secret: "pk_forged",
    },
    admitted: { action: "connect", provider: "clickup" },
  },
  "POST portfolio-import": {
    denied: { mode: "apply", file_name: "forged.csv", content_base64: aFile },
    admitted: { mode: "apply", file_name: "forged.csv" },
  },
  "POST tasks": {
    denied: { type: "task_create", project_id: demoId(4, 1, 1), title: "Forged" },
    admitted: { type: "task_create", project_id: demoId(4, 1, 1) },
  },
  "POST time": {
    denied: {
      type: "entry_create",
      project_id: demoId(4, 1, 1),
      spent_on: "2026-03-02",
      hours: 23.99,
    },
    admitted: { type: "entry_create", project_id: demoId(4, 1, 1) },
  },
  "POST client-portal": {
    denied: {
      action: "request",
      project_id: demoId(4, 1, 1),
      kind: "question",
      text: "Forged",
    },
    admitted: { action: "request", project_id: demoId(4, 1, 1) },
  },
  "POST views": {
    denied: { type: "view_create", page: "tasks", name: "Forged", query: "", is_shared: true },
    admitted: { type: "view_create", page: "tasks" },
  },
  "POST sample-data": { denied: { action: "add" }, admitted: { action: "fill" } },
  "POST my-work": { denied: { type: "seen" }, admitted: { type: "mentions_read" } },
  "POST calendar": {
    denied: {
      action: "override_project",
      event_id: demoId(112, 1, 1),
      project_id: demoId(4, 1, 1),
    },
    admitted: { action: "override_project", event_id: demoId(112, 1, 1) },
  },
  "POST research": { denied: { question: "Which day is it?" }, admitted: { question: " " } },
  "POST search": { denied: { query: "the budget" }, admitted: { query: " " } },
  "POST service-prompt": {
    denied: { action: "stage_prompt", base: "Forged" },
    admitted: { action: "stage_prompt", base: " " },
  },
  "POST doc-upload-session": {
    denied: {
      project_id: demoId(4, 1, 1),
      file_name: "forged.txt",
      content_type: "text/plain",
      size_bytes: 6,
    },
    admitted: { project_id: demoId(4, 1, 1) },
  },
  "POST ingest-doc": { denied: { document_id: demoId(11, 1, 4) }, admitted: {} },
  "POST documents": {
    denied: { action: "update", document_id: demoId(11, 1, 4), changes: { title: "Forged" } },
    admitted: { action: "update", document_id: demoId(11, 1, 4), changes: {} },
  },
  "POST chat": { denied: { question: "Forged" }, admitted: { question: " " } },
  "POST chat-stream": {
    denied: { question: "Forged", session_id: randomUUID() },
    admitted: { question: "Forged", session_id: "forged" },
  },
};

const endpoints = contracts.flatMap(({ slug, path = slug, get, post }) =>
  [get && "GET", post && "POST"].filter(Boolean).map((method) => ({
    name: `${method} ${path}`,
    // The route at the service's own address, as a function of its own, and through the function `api`.
    addresses: [`/api/${path}`, `/functions/v1/${slug}`, `/functions/v1/api/${path}`],
  })),
);

beforeAll(fillEmptyTables);

test("the matrix names every method of every route, and no others", () => {
  expect(namesOf(routes)).toEqual(endpoints.map(({ name }) => name).sort());
});

describe("every route answers each persona as the matrix says", () => {
  // The fingerprint after the previous row, so that each row needs only one.
  let lastFingerprint: object | undefined;

  test.each(routes)("$name", async (row) => {
    const [method = ""] = row.name.split(" ");
    const endpoint = endpoints.find(({ name }) => name === row.name);
    const before = lastFingerprint ?? (await fingerprint());
    for (const address of endpoint?.addresses ?? []) {
      await expectRow({ ...row, name: `${method} ${address}` }, async (persona, expected) => {
        const isAdmitted = expected === "malformed_request";
        const body = bodies[row.name]?.[isAdmitted ? "admitted" : "denied"];
        const ask: Ask = { method, ...(body && { body }) };
        const answer = await askAs(persona, address, ask);
        return wordFor(row.name, persona, expected, answer);
      });
    }
    lastFingerprint = await fingerprint();
    expect(lastFingerprint).toEqual(before);
  });
});

test("the matrix names every route of the gateway itself", () => {
  expect(namesOf(gatewayRoutes)).toEqual(Object.keys(OWN_ROUTES).map((name) => `GET ${name}`));
});

describe("every route of the gateway answers each persona as the matrix says", () => {
  test.each(gatewayRoutes)("$name", async (row) => {
    const path = `/gateway/v1/${row.name.replace("GET ", "")}`;
    await expectRow(row, async (persona) => {
      const answer = await askAs(persona, path);
      const { gates, message } = answer.json as { gates?: object; message?: string };
      if (answer.status === 200 && gates !== undefined) return "load";
      if (answer.status !== 401) return describeUnexpected(answer);
      if (message === "No API key found in request") return "no key";
      return message === "Invalid API key" ? "wrong key" : describeUnexpected(answer);
    });
  });
});

test("an unknown route is 404 for everyone, under every address", async () => {
  for (const persona of ["admin", "anonymous", "no_key", "secret_key"] as const) {
    for (const address of ["/api/no-such-route", "/functions/v1/api/no-such-route", "/api"]) {
      const answer = await askAs(persona, address);
      expect([address, answer.status, codeOf(answer)]).toEqual([address, 404, "route_not_found"]);
    }
    expect((await askAs(persona, "/functions/v1/no-such-route")).status).toBe(404);
    expect((await askAs(persona, "/functions/v1/_http")).status).toBe(404);
  }
});

test("the matrix names every route of demo mode, and no persona finds one here", async () => {
  const names = demoContracts.map(({ slug, get }) => `${get ? "GET" : "POST"} ${slug}`);
  expect(names.sort()).toEqual([...demoRoutes].sort());
  for (const route of demoRoutes) {
    const [method = "", slug] = route.split(" ");
    for (const persona of personaNames) {
      const headers = { "x-demo-token": "x".repeat(24), "x-webhook-secret": "x".repeat(24) };
      const ask: Ask = { method, headers, ...(method === "POST" && { body: {} }) };
      const answer = await askAs(persona, `/api/${slug}`, ask);
      expect([route, persona, answer.status, codeOf(answer)]).toEqual([
        route,
        persona,
        404,
        "route_not_found",
      ]);
    }
  }
});

test("every cell was requested", () => {
  console.log(`access matrix, routes: ${executedCells()} cells`);
  const rows = endpoints.length * 3 + gatewayRoutes.length;
  expect(executedCells()).toBe(rows * personaNames.length);
});

/** The response in the vocabulary of the matrix. */
async function wordFor(
  route: string,
  persona: PersonaName,
  expected: string,
  answer: Answer,
): Promise<string> {
  const code = codeOf(answer);
  if (code !== undefined && refusals[code] === answer.status) return code;
  if (answer.status !== 200) return describeUnexpected(answer);
  if (route === "GET config" || route === "GET openapi.json") return "open";
  if (route === "GET account") {
    const { id } = (answer.json as { account: { id: string } }).account;
    const isOwn = id === people[persona as keyof typeof people]?.personId;
    return isOwn ? "own" : "somebody else's";
  }
  const actual = idsIn(route, answer);
  const ids = await expectedIds(route, persona, expected);
  if (expected !== "none" && ids.length === 0) return "no row to read: the test proves nothing";
  return actual.join() === ids.join() ? expected : `${actual.length} of ${ids.length} ids`;
}

/** The ids in a response; for routes without a list, a figure or flag that depends on the scope. */
function idsIn(route: string, { json }: Answer): string[] {
  const body = json as { [list: string]: unknown };
  if (route === "GET portfolio-health") {
    const { project_count } = body["board"] as { project_count: number };
    return [String(project_count)];
  }
  if (route === "GET settings") {
    const { name, version } = body["settings"] as { name: string; version: number };
    return [`${name}, version ${version}`];
  }
  if (route === "GET integrations") {
    return (body["providers"] as { streams: { id: string }[] }[])
      .flatMap(({ streams }) => streams.map(({ id }) => id))
      .sort();
  }
  if (route === "GET tasks") return [String(body["total"])];
  if (route === "GET time") return [(body["timesheet"] as { person: { id: string } }).person.id];
  if (route === "GET my-work") return [String((body["tasks"] as { total: number }).total)];
  if (route === "GET views") return (body["views"] as { id: string }[]).map(({ id }) => id).sort();
  if (route === "GET calendar") return [String(body["unmatched_count"] !== null)];
  if (route === "GET availability") {
    return (body["people"] as { person: { id: string } }[]).map(({ person }) => person.id).sort();
  }
  if (route === "GET sample-data") return [String(body["has_own_projects"])];
  if (route === "GET whoami") return [...(body["project_ids"] as string[])].sort();
  if (route === "GET document-inventory") {
    return (body["documents"] as { document_id: string }[])
      .map((document) => document.document_id)
      .sort();
  }
  if (route === "GET inbox") {
    return (body["cards"] as { approval: { id: string } }[])
      .map(({ approval }) => approval.id)
      .sort();
  }
  const rows = (body["cases"] ??
    body["profiles"] ??
    body["emails"] ??
    body["runs"] ??
    body["approvals"] ??
    body["projects"] ??
    body["clients"]) as {
    id: string;
  }[];
  return rows.map(({ id }) => id).sort();
}

/** The same ids, queried as the owner of the database. */
async function expectedIds(route: string, persona: PersonaName, cell: string): Promise<string[]> {
  const person = people[persona as keyof typeof people];
  const organization = person.organizationId ?? "";
  const rows = await (() => {
    if (route === "GET portfolio-health") {
      return owner`select count(*) as id from public.projects
        where organization_id = ${organization} and archived_at is null
          and status in ('planned', 'active', 'on_hold')`;
    }
    if (route === "GET approvals" || route === "GET inbox") {
      return owner`select id from public.approvals
        where organization_id = ${organization}
          and (${cell === "org"} or (not is_restricted and project_id in ${owner(person.projectIds)}))
          and (${route === "GET approvals"} or status = 'pending')`;
    }
    if (route === "GET settings") {
      return owner`select format('%s, version %s', organizations.name, coalesce(version, 0)) as id
        from public.organizations left join public.organization_settings
          on organization_settings.organization_id = organizations.id
        where organizations.id = ${organization}`;
    }
    if (route === "GET inbound-emails") {
      return owner`select id from public.inbound_emails where organization_id = ${organization}`;
    }
    if (route === "GET integrations") {
      return owner`select id from public.sync_streams where organization_id = ${organization}`;
    }
    if (route === "GET tasks") {
      return owner`select count(*) as id from public.tasks
        where organization_id = ${organization} and archived_at is null
          and (${cell === "org"} or project_id in ${owner(person.projectIds)})`;
    }
    if (route === "GET time") return owner`select ${person.personId}::uuid as id`;
    if (route === "GET my-work") {
      return owner`select count(*) as id from public.tasks
        join public.projects on projects.id = tasks.project_id
        where assignee_id = ${person.personId} and tasks.status in ('open', 'in_progress', 'blocked')
          and tasks.archived_at is null and projects.archived_at is null
          and (${cell === "org"} or project_id in ${owner(person.projectIds)})`;
    }
    if (route === "GET views") {
      return owner`select id from private.saved_views
        where organization_id = ${organization} and archived_at is null
          and (is_shared or owner_id = ${person.personId})`;
    }
    if (route === "GET calendar") return owner`select ${cell === "org"}::text as id`;
    if (route === "GET availability") {
      return owner`select people.id from public.people
        join public.organizations on organizations.id = people.organization_id
        where organization_id = ${organization} and is_employee and archived_at is null
          and email like '%@' || email_domain`;
    }
    if (route === "GET sample-data") {
      return owner`select (count(*) > 0)::text as id from public.projects
        where organization_id = ${organization}`;
    }
    if (route === "GET document-inventory") {
      return owner`select documents.id from public.documents join public.sources using (id)
        where documents.organization_id = ${organization} and indexed_version is not null
          and published_version is not null and archived_at is null`;
    }
    if (route === "GET authoring-profiles") {
      return owner`select id from public.authoring_profiles where organization_id = ${organization}`;
    }
    if (route === "GET estimate-cases") {
      return owner`select id from public.estimate_cases where organization_id = ${organization}`;
    }
    if (route === "GET portfolio-import") {
      return owner`select id from public.portfolio_import_runs where organization_id = ${organization}`;
    }
    if (route === "GET portfolio-options") {
      return owner`select id from public.clients where organization_id = ${organization}`;
    }
    switch (cell) {
      case "org":
        return owner`select id from public.projects where organization_id = ${organization}`;
      case "client":
        return owner`select id from public.projects where account_id in
          (select id from public.accounts where client_id = ${demoId(2, 1, 1)})`;
      case "scope":
        return owner`select id from public.projects where id in ${owner(person.projectIds)}`;
      default:
        return owner`select id from public.projects where false`;
    }
  })();
  return rows
    .map((row) => ("settings" in row ? JSON.stringify(row["settings"]) : String(row["id"])))
    .sort();
}

/** Counts the rows that a forbidden call would have created or changed. */
async function fingerprint(): Promise<object> {
  const [row] = await owner`
    select
      (select count(*)::int from public.projects where name = 'Forged') as projects,
      (select count(*)::int from public.clients where name = 'Forged') as clients,
      (select count(*)::int from public.tasks where title = 'Forged') as tasks,
      (select count(*)::int from public.time_entries where hours = 23.99) as entries,
      (select count(*)::int from public.organization_settings where forbids_self_approval) as settings,
      (select count(*)::int from public.portfolio_import_runs where file_name = 'forged.csv') as runs,
      (select count(*)::int from public.document_versions where file_name = 'forged.txt') as uploads,
      (select count(*)::int from public.sources where title = 'Forged') as sources,
      (select count(*)::int from public.chat_messages where content = 'Forged') as messages,
      (select count(*)::int from private.jobs where kind = 'document_index'
        and payload ->> 'document_id' = ${demoId(11, 1, 4)}) as index_jobs,
      (select count(*)::int from public.people where email like 'forged%') as people,
      (select count(*)::int from public.estimate_cases where query = 'Forged') as estimates,
      (select count(*)::int from public.integrations) as integrations,
      (select count(*)::int from public.prompt_versions) as prompts`;
  return { ...row };
}
