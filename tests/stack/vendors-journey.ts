/** A lead's work with the email and the calendar of the simulated vendors, through the API of a running service. */
import { createClient } from "@supabase/supabase-js";
import type postgres from "postgres";
import { expect } from "vitest";
import type { StackFile } from "../../scripts/stack/stack-file.ts";
import { teamCalendar } from "../../scripts/vendors/seed/demo-agency.ts";
import { credentials } from "../../scripts/vendors/simulator.ts";
import type { CalendarEvent } from "../../supabase/functions/_domain/calendar/contract.ts";
import type { InboundEmail } from "../../supabase/functions/_domain/inbound-emails/contract.ts";
import { TIMEOUT_MS } from "./start-command.ts";

const wait = { timeout: TIMEOUT_MS, interval: 200 };
const HOUR = 3_600_000;

export interface Lead {
  owner: postgres.Sql;
  /** Responses of a route: to a POST with a body, otherwise to a GET. */
  ask<T>(path: string, body?: object): Promise<T>;
  /** Runs a stream once, and ends when the run is complete. */
  sync(provider: string, stream: string): Promise<void>;
  projectId(code: string): Promise<string>;
  /** Where the simulated vendors are. */
  vendors: string;
}

export async function signInLead(
  file: StackFile,
  owner: postgres.Sql,
  vendors: string,
): Promise<Lead> {
  const client = createClient(file.url, file.publishable_key, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword({
    email: "lead@demo.test",
    password: "countersign-demo",
  });
  if (error !== null) throw error;
  const headers = {
    authorization: `Bearer ${data.session.access_token}`,
    "content-type": "application/json",
  };
  const completionOf = async (id: string) =>
    (
      await owner`select from public.sync_runs where stream_id = ${id} and ended_because = 'completed'`
    ).length;
  return {
    owner,
    vendors,
    async ask<T>(path: string, body?: object) {
      const response = await fetch(`${file.url}/api/${path}`, {
        headers,
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([expect.toBeOneOf([200, 201, 202]), text]);
      return JSON.parse(text) as T;
    },
    async sync(provider, stream) {
      const [row] = await owner<{ id: string }[]>`
        select streams.id from public.sync_streams as streams
        where provider = ${provider} and stream = ${stream}`;
      const id = row?.id ?? "";
      const before = await completionOf(id);
      expect((await client.rpc("sync_now", { stream_id: id })).error).toBeNull();
      await expect.poll(() => completionOf(id), wait).toBeGreaterThan(before);
    },
    async projectId(code) {
      const { data: project } = await client.from("projects").select("id").match({ code }).single();
      return project?.id as string;
    },
  };
}

/** Assigns an email with its domain, receives the next one, finds it, rejects it and restores it. */
export async function triageEmail({ ask, sync, owner, projectId, vendors }: Lead): Promise<void> {
  const shop = await projectId("SHOP-01");
  const list = async (scope: string) =>
    (await ask<{ emails: InboundEmail[] }>(`inbound-emails?scope=${scope}`)).emails;
  const emailNamed = async (scope: string, subject: string) =>
    (await list(scope)).find((email) => email.subject === subject);
  const arrive = async (from: string, subject: string, text: string) =>
    expect(
      (
        await fetch(`${vendors}/resend/simulated-emails`, {
          method: "POST",
          body: new URLSearchParams({ from, subject, text }),
        })
      ).status,
    ).toBe(201);

  // Two projects of the client match, so a person decides.
  const waitingEmail = await emailNamed("unassigned", "Stock numbers for the new shop");
  expect(waitingEmail?.domain).toMatchObject({ name: "lindmoor.test", can_remember: true });
  expect(
    await ask("inbound-emails", { id: waitingEmail?.id, project_id: shop, remember_domain: true }),
  ).toMatchObject({ email: { state: "assigned" }, remembered: true });

  await arrive("depot@lindmoor.test", "Banners", "The zeppelin banners arrive on Friday.");
  await arrive("depot@mail.lindmoor.test", "Flags", "The zeppelin flags arrive on Monday.");
  await sync("resend", "emails");
  expect((await emailNamed("unassigned", "Flags"))?.waiting_because).toBe(
    "Nothing suggests a project",
  );
  const next = await emailNamed("all", "Banners");
  expect(next).toMatchObject({
    state: "assigned",
    project: { id: shop },
    assigned_because: expect.stringContaining("lindmoor.test is remembered for this project"),
  });

  // The poll of meeting-sync indexes assigned emails.
  await sync("fathom", "meetings");
  const results = async () => JSON.stringify(await ask("search", { query: "zeppelin" }));
  await expect.poll(results, wait).toContain("banners arrive");
  expect(await results()).not.toContain("flags arrive");
  expect([
    ...(await owner`
      select body from public.project_notes where source_id = ${next?.id ?? null} and project_id = ${shop}`),
  ]).toEqual([{ body: "The zeppelin banners arrive on Friday." }]);

  await ask("inbound-emails", { id: next?.id, action: "reject", reason: "Not about the shop" });
  expect(await emailNamed("all", "Banners")).toBeUndefined();
  expect(await emailNamed("rejected", "Banners")).toMatchObject({
    reject_reason: "Not about the shop",
  });
  expect(await results()).not.toContain("banners arrive");
  await ask("inbound-emails", { id: next?.id, action: "restore" });
  expect(await emailNamed("all", "Banners")).toMatchObject({ project: { id: shop } });
}

/** Chooses the project of an event, which its vendor then changes, and brings a proposed event into the calendar. */
export async function planCalendar({ ask, sync, projectId, vendors }: Lead): Promise<void> {
  const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
  const at = (hours: number) => new Date(today + hours * HOUR).toISOString();
  const events = async () =>
    (
      await ask<{ events: CalendarEvent[] }>(
        `calendar?from=${at(0)}&to=${at(24 * 20)}&scope=team&limit=1000`,
      )
    ).events;
  const eventsTitled = async (title: string) =>
    (await events()).filter((event) => event.title === title);

  const [weekly] = await eventsTitled("Web shop relaunch: weekly call");
  const retainer = await projectId("SEO-01");
  expect(weekly?.match).toMatchObject({ is_override: false });
  await ask("calendar", {
    action: "override_project",
    event_id: weekly?.id,
    project_id: retainer,
  });
  const google = `${vendors}/google/calendar/v3/calendars/${teamCalendar}/events`;
  const headers = {
    authorization: `Bearer ${credentials.google}`,
    "content-type": "application/json",
  };
  const answer = await fetch(`${google}?timeMin=${at(0)}&singleEvents=true`, { headers });
  const { items } = (await answer.json()) as { items: { id: string; summary?: string }[] };
  const atVendor = items.find(({ summary }) => summary === weekly?.title);
  const body = JSON.stringify({ summary: "Web shop relaunch: review" });
  const patchAnswer = await fetch(`${google}/${atVendor?.id}`, { method: "PATCH", headers, body });
  expect(patchAnswer.status).toBe(200);
  await sync("google_calendar", "events");
  expect(await eventsTitled("Web shop relaunch: review")).toMatchObject([
    { id: weekly?.id, project: { id: retainer }, match: { is_override: true } },
  ]);

  const { approval } = await ask<{ approval: { id: string } }>("calendar", {
    action: "propose_event",
    type: "create",
    project_id: retainer,
    title: "Keyword workshop",
    starts_at: at(24 * 6 + 9),
    ends_at: at(24 * 6 + 10),
    time_zone: "Europe/Berlin",
    attendees: ["henrik@lindmoor.test"],
  });
  expect(await eventsTitled("Keyword workshop")).toEqual([]);
  await ask("approvals", { action: "approve_and_execute", id: approval.id });
  await expect.poll(async () => (await eventsTitled("Keyword workshop")).length, wait).toBe(1);
  await sync("google_calendar", "events");
  expect(await eventsTitled("Keyword workshop")).toMatchObject([
    { project: { id: retainer }, provider: "google_calendar", starts_at: expect.any(String) },
  ]);
}
