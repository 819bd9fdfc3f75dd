import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Approval } from "../../supabase/functions/_domain/approvals/contract.ts";
import { owner } from "../support/database.ts";
import { ask, askAs, codeOf } from "../support/http.ts";
import { clickUpAccount, type MockClickUp, startMockClickUp } from "../support/mock-clickup.ts";
import {
  googleAccount,
  type MockGoogleCalendar,
  startMockGoogleCalendar,
  verifyAssertion,
} from "../support/mock-google-calendar.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  act,
  eventsOf,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  payloads,
  perform,
  propose,
  storedCard,
} from "./approval-acting.ts";

const { vendor_ports, secret_key } = inject("stack");
let clickUp: MockClickUp;
let google: MockGoogleCalendar;
let own: OwnOrganization;

beforeAll(async () => {
  clickUp = await startMockClickUp(vendor_ports.clickup);
  google = await startMockGoogleCalendar(vendor_ports.google);
  // A poll of the connected vendors would be a request that the test did not cause.
  return pauseSchedules();
});
afterAll(() => Promise.all([clickUp.close(), google.close()]));
beforeEach(async () => {
  own = await makeOrganizationWithPromptOwner();
  clickUp.requests.length = 0;
  google.requests.length = 0;
});
afterEach(() => expect([...clickUp.violations, ...google.violations]).toEqual([]));

const outbound = () => clickUp.requests.length + google.requests.length;

/** Waits for a card that will not change by itself any more, and returns it. */
async function waitForEnd(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const card = await storedCard(id);
    if (["executed", "failed", "unknown"].includes(card["status"] as string)) return card;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function execute(card: Approval): Promise<Record<string, unknown>> {
  await perform(own, "lead", { action: "approve_and_execute", id: card.id, version: card.version });
  return waitForEnd(card.id);
}

const connect = (provider: string, settings: object, secret: string) =>
  own.people.admin.ask("/rest/v1/rpc/connect_integration", {
    body: { provider, settings, secret },
  });
const connectClickUp = (token = clickUpAccount.token) =>
  connect("clickup", clickUpAccount.settings, token);

describe("where no vendor is connected, the service executes the card itself", () => {
  test("a task of the project, with a link to it", async () => {
    const payload = {
      ...payloads.task_create,
      priority: "urgent",
      assignee_id: own.people.member.id,
    };
    const card = await execute(
      await propose(own, "task_create", { project: own.alphaId, payload }),
    );
    const [task] = await owner`
      select * from public.tasks where external_key = ${`approval:${card["id"]}`}`;
    expect(card).toMatchObject({
      status: "executed",
      result: {
        provider: "local",
        external_id: task?.["id"],
        url: `/projects/${own.alphaId}?task=${task?.["id"]}`,
      },
    });
    expect(task).toMatchObject({
      organization_id: own.id,
      project_id: own.alphaId,
      title: "Send the plan",
      priority: 1,
      assignee_id: own.people.member.id,
    });
    expect(await eventsOf(card["id"] as string)).toEqual([
      "proposed",
      "approved",
      "execution_requested",
      "execution_started",
      "vendor_called",
      "vendor_confirmed",
      "executed",
    ]);
    const links = await own.people.member.ask("/rest/v1/external_links?select=provider,entity,url");
    expect(links.json).toEqual([
      { provider: "local", entity: "task", url: (card["result"] as { url: string }).url },
    ]);
    expect(outbound()).toBe(0);
  });

  test("an event: created, changed and cancelled", async () => {
    const execution = await execute(await propose(own, "calendar_event_create"));
    const eventOf = async () =>
      (await owner`select * from public.calendar_events where organization_id = ${own.id}`)[0];
    const event = await eventOf();
    expect(execution["result"]).toMatchObject({
      provider: "local",
      external_id: event?.["external_id"],
    });
    const proposeChange = (kind: string, payload: object) =>
      own.people.lead.ask("/rest/v1/rpc/propose_approval", {
        body: { kind, project_id: own.betaId, payload: { event_id: event?.["id"], ...payload } },
      });
    const change = async (kind: string, payload: object) =>
      execute((await proposeChange(kind, payload)).json as Approval);
    expect(await change("calendar_event_update", { summary: "Later" })).toMatchObject({
      status: "executed",
    });
    expect(await change("calendar_event_cancel", { note: "Sorry" })).toMatchObject({
      status: "executed",
    });
    expect(await eventOf()).toMatchObject({
      summary: "Later",
      status: "cancelled",
      description: "Sorry",
      starts_at: event?.["starts_at"],
    });
    const late = await proposeChange("calendar_event_update", { summary: "Too late" });
    expect(codeOf(late)).toBe("OPINV");
  });
});

describe("where a vendor is connected, the vendor executes the card", () => {
  test("ClickUp creates one task, with the card's id in it", async () => {
    expect((await connectClickUp()).status).toBe(200);
    const card = await execute(await propose(own, "task_create"));
    const task = clickUp.tasks.find(({ marker }) => marker === card["id"]);
    expect(card).toMatchObject({
      status: "executed",
      result: {
        provider: "clickup",
        external_id: task?.id,
        url: `https://app.clickup.com/t/${task?.id}`,
      },
    });
    expect(task?.fields).toMatchObject({ name: "Send the plan" });
    expect(clickUp.tasks.filter(({ marker }) => marker === card["id"]).length).toBe(1);
  });

  test("Google creates one event, signed in as the organization's person, and a copy is stored here", async () => {
    const { settings, serviceAccount } = googleAccount;
    // Only this test uses this person, because the service caches tokens.
    const desk = { ...settings, subject: "desk@agency.test" };
    expect((await connect("google_calendar", desk, serviceAccount)).status).toBe(200);
    const card = await execute(await propose(own, "calendar_event_create"));
    const id = (card["id"] as string).replaceAll("-", "");
    expect(google.events.get(`team@agency.test ${id}`)).toMatchObject({ version: 1 });
    expect(
      await verifyAssertion(google.assertions.at(-1) as string, google.tokenUrl),
    ).toMatchObject({ sub: desk.subject });
    const [copy] = await owner`
      select * from public.calendar_events where organization_id = ${own.id}`;
    expect(copy).toMatchObject({
      provider: "google_calendar",
      external_id: id,
      summary: "Kick-off",
    });
    expect(card["result"]).toMatchObject({ provider: "google_calendar", external_id: id });
  });

  test("a card that the vendor refuses fails with a reason, reveals no secret, and can be retried", async () => {
    await connectClickUp("pk_withdrawn_token");
    const card = await propose(own, "task_create");
    const failed = await execute(card);
    expect(failed).toMatchObject({
      status: "failed",
      execution_error:
        "ClickUp rejected our credentials. Ask an admin to connect it again (OAUTH_025)",
    });
    const [leaks] = await owner`
      select count(*)::int as count from public.approval_events
      where approval_id = ${card.id} and to_jsonb(approval_events)::text like '%pk_withdrawn%'`;
    expect(leaks?.["count"]).toBe(0);
    await connectClickUp();
    await perform(own, "lead", { action: "execute", id: card.id });
    let now = await waitForEnd(card.id);
    while (now["status"] === "failed") now = await waitForEnd(card.id);
    expect(now["status"]).toBe("executed");
    expect(clickUp.tasks.filter(({ marker }) => marker === card.id).length).toBe(1);
  });

  test("a lost response is looked up at once", async () => {
    await connectClickUp();
    clickUp.fail({ operation: "CreateTask", when: "after", how: "reset" });
    const card = await execute(await propose(own, "task_create"));
    expect(card["status"]).toBe("executed");
    expect(clickUp.tasks.filter(({ marker }) => marker === card["id"]).length).toBe(1);
  });

  test("an error without a trace at the vendor makes the card unknown, and the call is not repeated", async () => {
    await connectClickUp();
    clickUp.fail({ operation: "CreateTask", when: "before", how: { status: 500 } });
    const card = await execute(await propose(own, "task_create"));
    expect(card).toMatchObject({ status: "unknown", execution_error: /status 500/ });
    expect(card["execution_job_id"]).not.toBeNull();
    const creations = clickUp.requests.filter(({ operation }) => operation === "CreateTask");
    expect(creations.length).toBe(1);
    const answer = await own.people.admin.ask("/rest/v1/rpc/disconnect_integration", {
      body: { provider: "clickup" },
    });
    expect(codeOf(answer)).toBe("OPSTA");
  });
});

describe("no call goes out", () => {
  beforeEach(async () => {
    await connectClickUp();
  });

  test("for a person who may not decide, and for a card without an approval", async () => {
    const card = await propose(own, "task_create", { project: own.alphaId });
    for (const by of ["member", "client"] as const) {
      const answer = await act(own, by, { action: "approve_and_execute", id: card.id });
      expect([answer.status, codeOf(answer)]).toEqual([403, "role_not_allowed"]);
    }
    const early = await act(own, "lead", { action: "execute", id: card.id });
    expect([early.status, codeOf(early)]).toEqual([409, "approval_not_approved"]);
    await perform(own, "lead", { action: "reject", id: card.id, reason: "Not now" });
    const late = await act(own, "lead", { action: "approve_and_execute", id: card.id });
    expect(late.status).toBe(409);
    for (const slug of ["task-act", "calendar-act"]) {
      await askAs("secret_key", `/functions/v1/${slug}`, { body: {} });
    }
    expect(outbound()).toBe(0);
    expect((await storedCard(card.id))["status"]).toBe("rejected");
  });

  const workers = [
    "task-act",
    "calendar-act",
    "task-sync",
    "time-tracking-sync",
    "calendar-sync",
    "meeting-sync",
    "email-sync",
    "file-sync",
    "crm-sync",
  ];
  test.each(workers)("from %s, which only the secret key opens", async (slug) => {
    const call = (headers?: Record<string, string>) =>
      ask(`/functions/v1/${slug}`, { body: {}, ...(headers && { headers }) });
    expect((await call()).status).toBe(401);
    for (const person of Object.values(own.people)) {
      expect((await call(person.headers)).status).toBe(403);
    }
    const wrong = `${secret_key.slice(0, -2)}xx`;
    expect((await call({ apikey: wrong, authorization: `Bearer ${wrong}` })).status).toBe(401);
    expect((await askAs("secret_key", `/functions/v1/${slug}`, { body: {} })).status).toBe(200);
    expect(outbound()).toBe(0);
  });
});
