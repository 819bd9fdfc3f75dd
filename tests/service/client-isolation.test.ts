/**
 * Two clients of one organization, a client of another, and a client without projects: none gets a byte of another, also
 * after a project has moved between two of them.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import type { Ask } from "../support/http.ts";
import {
  makeOrganization,
  makeUser,
  type OwnOrganization,
  signedIn,
} from "../support/own-organization.ts";
import { perform, propose, storedCard } from "./approval-acting.ts";

interface Project {
  id: string;
  name: string;
  of: OwnOrganization;
  clientId: string;
  /** The client to whom it has moved. */
  movedTo?: string;
  /** A word in each of its publications, requests and comments. */
  secret: string;
  deliverable?: { id: string; content_hash: string };
}
type Contact = Pick<OwnOrganization["people"]["client"], "ask">;

const kinds = {
  weekly_update: (secret: string) => ({ week_of: "2027-01-11", headline: secret, body: secret }),
  scope_change: (secret: string) => ({ title: secret, description: secret }),
  deliverable_release: (secret: string) => ({ title: secret, note: secret }),
};
const contacts: Record<string, { contact: Contact; clientId: string; of: OwnOrganization }> = {};
const projects: Record<string, Project> = {};
const totals = { requests: 0, bytes: 0 };

/** A word of letters, because a text for clients needs a source for a number. */
const newWord = () =>
  `word${randomUUID().replace(/[^a-f]|-/g, "")}${randomUUID().replace(/\d|-/g, "x").slice(0, 8)}`;

/** Sends a request of a contact and counts it. */
async function examine(name: string, path: string, options?: Ask) {
  const answer = await (contacts[name] as { contact: Contact }).contact.ask(path, options);
  totals.requests += 1;
  totals.bytes += Buffer.byteLength(answer.text);
  return answer;
}

async function addContact(name: string, of: OwnOrganization, clientId: string) {
  const email = `${name}-${of.id.slice(0, 8)}@contact.test`;
  const user_id = await makeUser(email);
  await owner`insert into public.people ${owner({
    organization_id: of.id,
    user_id,
    email,
    name,
    role: "client",
    is_employee: false,
    client_id: clientId,
  })}`;
  contacts[name] = { contact: await signedIn(email), clientId, of };
}

async function execute(of: OwnOrganization, id: string): Promise<void> {
  await perform(of, "lead", { action: "approve_and_execute", id });
  for (;;) {
    const { status } = await storedCard(id);
    if (status === "executed") return;
    if (["failed", "unknown"].includes(status as string)) throw new Error(`The card is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Publishes one card of each kind, releases dates and sends a request of the project's contact. */
async function fill(project: Project, contactName: string): Promise<void> {
  for (const [kind, payload] of Object.entries(kinds)) {
    const card = await propose(project.of, kind as keyof typeof kinds, {
      project: project.id,
      payload: payload(project.secret),
    });
    await execute(project.of, card.id);
  }
  const dates = {
    action: "release_dates",
    project_id: project.id,
    starts_on: "2027-01-04",
    due_on: "2027-06-30",
  };
  expect((await project.of.people.lead.ask("/api/client-portal", { body: dates })).status).toBe(
    200,
  );
  const request = {
    action: "request",
    project_id: project.id,
    kind: "question",
    text: project.secret,
  };
  expect((await examine(contactName, "/api/client-portal", { body: request })).status).toBe(200);
  const [deliverable] = await owner<NonNullable<Project["deliverable"]>[]>`
    select releases.id, published.content_hash
    from public.deliverable_releases as releases join private.portal_publications as published using (approval_id)
    where releases.project_id = ${project.id}`;
  project.deliverable = deliverable as NonNullable<Project["deliverable"]>;
}

beforeAll(async () => {
  const [north, south] = await Promise.all([makeOrganization(), makeOrganization()]);
  const [gardenId, emptyId, accountId, gammaId] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const own = { organization_id: north.id };
  await owner`insert into public.clients ${owner([
    { ...own, id: gardenId, name: "Garden" },
    { ...own, id: emptyId, name: "Empty" },
  ])}`;
  await owner`insert into public.accounts ${owner({ ...own, id: accountId, client_id: gardenId, name: "Garden site" })}`;
  await owner`insert into public.projects ${owner({ ...own, id: gammaId, account_id: accountId, name: "gamma", status: "active" })}`;
  contacts["harbour"] = { contact: north.people.client, clientId: north.clientId, of: north };
  contacts["south"] = { contact: south.people.client, clientId: south.clientId, of: south };
  await addContact("garden", north, gardenId);
  await addContact("empty", north, emptyId);
  const fillings: Promise<void>[] = [];
  for (const [name, id, of, clientId, contact] of [
    ["alpha", north.alphaId, north, north.clientId, "harbour"],
    ["moving", north.betaId, north, north.clientId, "harbour"],
    ["gamma", gammaId, north, gardenId, "garden"],
    ["south", south.alphaId, south, south.clientId, "south"],
  ] as const) {
    projects[name] = { id, name, of, clientId, secret: newWord() };
    fillings.push(fill(projects[name], contact));
  }
  await Promise.all(fillings);
  await owner`
    update public.operating_profiles set shares_hours = true where organization_id in (${north.id}, ${south.id})`;
  await owner`insert into public.operating_profiles ${owner({ ...own, account_id: accountId, cadence: "weekly", shares_hours: true })}`;
}, 60_000);

afterAll(() => {
  console.log(
    `client isolation: ${totals.requests} requests of ${Object.keys(contacts).length} contacts, ${totals.bytes} bytes examined`,
  );
});

const tables = [
  "projects",
  "accounts",
  "clients",
  "time_entries",
  "approvals",
  "weekly_updates",
  "scope_changes",
  "deliverable_releases",
  "client_readouts",
  "sow_drafts",
  "documents",
  "sources",
  "audit_events",
];

/** Every request by which a contact could read or act on a project that isn't theirs. */
async function everythingThatReads(name: string, foreign: Project[]): Promise<string[]> {
  const answers = [
    await examine(name, "/api/client-portal"),
    await examine(name, "/api/portfolio"),
    await examine(name, "/rest/v1/rpc/get_client_portal", { body: {} }),
  ];
  for (const table of tables) answers.push(await examine(name, `/rest/v1/${table}?select=*`));
  for (const { id, clientId, movedTo, deliverable, secret } of foreign) {
    // The new client of a project may ask about it.
    const mayAsk = movedTo === contacts[name]?.clientId;
    answers.push(await examine(name, `/api/client-portal?client_id=${clientId}`));
    answers.push(
      await examine(name, "/rest/v1/rpc/get_client_portal", { body: { client_id: clientId } }),
    );
    answers.push(await examine(name, "/api/search", { body: { query: secret.slice(0, 6) } }));
    for (const body of [
      { action: "request", project_id: id, kind: "question", text: "Mine?" },
      { action: "open_file", deliverable_id: deliverable?.id },
      {
        action: "decide_deliverable",
        deliverable_id: deliverable?.id,
        content_hash: deliverable?.content_hash,
        decision: "approved",
      },
    ]) {
      const answer = await examine(name, "/api/client-portal", { body });
      const status = body.action === "request" && mayAsk ? 200 : 404;
      expect([name, body.action, answer.status]).toEqual([name, body.action, status]);
      answers.push(answer);
    }
  }
  return answers.map(({ text }) => text);
}

async function expectOnly(visible: Record<string, string[]>): Promise<void> {
  const checks = Object.entries(visible).map(async ([name, own]) => {
    const foreign = Object.values(projects).filter((project) => !own.includes(project.name));
    const answers = await everythingThatReads(name, foreign);
    for (const { secret, deliverable } of foreign) {
      for (const word of [secret, deliverable?.id as string, deliverable?.content_hash as string]) {
        expect(answers.filter((text) => text.includes(word))).toEqual([]);
      }
    }
    for (const project of own) expect(answers[0]).toContain(projects[project]?.secret);
  });
  await Promise.all(checks);
}

test("leads see that each client's rows exist", async () => {
  for (const { of, clientId, secret, deliverable } of Object.values(projects)) {
    const portal = await of.people.lead.ask(`/api/client-portal?client_id=${clientId}`);
    expect(portal.status).toBe(200);
    // Three publications with two texts each, and the request.
    expect(portal.text.split(secret).length - 1).toBe(7);
    expect(portal.text).toContain(deliverable?.content_hash);
    expect(portal.text).toContain('"due_on":"2027-06-30"');
  }
});

test("each contact gets only the projects of their own client", async () => {
  await expectOnly({
    harbour: ["alpha", "moving"],
    garden: ["gamma"],
    south: ["south"],
    empty: [],
  });
  const portal = (await examine("empty", "/api/client-portal")).json as { projects: unknown[] };
  expect(portal.projects).toEqual([]);
});

test("a project that moves shows nothing of the former client to the new one, and nothing new to the former one", async () => {
  const { id, of, secret } = projects["moving"] as Project;
  const [garden] = await owner<{ id: string }[]>`
    select id from public.accounts where organization_id = ${of.id} and name = 'Garden site'`;
  const before = await examine("harbour", "/api/client-portal");
  expect(before.text).toContain(secret);
  expect(before.text).toContain('"used":2.5');
  const [{ version } = { version: 0 }] = await owner<{ version: number }[]>`
    select version from public.projects where id = ${id}`;
  const move = await of.people.lead.ask("/rest/v1/rpc/update_project", {
    body: { project_id: id, version, changes: { account_id: garden?.id } },
  });
  expect(move.status).toBe(200);
  (projects["moving"] as Project).movedTo = contacts["garden"]?.clientId as string;

  await expectOnly({ harbour: ["alpha"], garden: ["gamma"], south: ["south"], empty: [] });
  const portal = (await examine("garden", "/api/client-portal")).json as {
    projects: { id: string; due_on: string | null; hours: object }[];
  };
  expect(portal.projects.find((project) => project.id === id)).toMatchObject({
    starts_on: null,
    due_on: null,
    hours: { used: 0, budget: null },
  });
  expect((await examine("harbour", "/api/client-portal")).text).not.toContain(id);

  const news = newWord();
  const card = await propose(of, "weekly_update", {
    project: id,
    payload: kinds.weekly_update(news),
  });
  await execute(of, card.id);
  expect((await examine("garden", "/api/client-portal")).text).toContain(news);
  for (const name of ["harbour", "south", "empty"]) {
    for (const text of await everythingThatReads(name, [])) expect(text).not.toContain(news);
  }
});
