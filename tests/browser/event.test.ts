/** The page of a calendar event: where an approved change of the calendar is looked at. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { northlight } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";
import { type OwnProject, ownProject, sql } from "./own-project.ts";

let project: OwnProject;
let eventId: string;

beforeAll(async () => {
  project = await ownProject("Events: theirs", ["member"]);
  const [event] = await sql<{ id: string }[]>`
    insert into public.calendar_events (organization_id, provider, external_id, project_id, summary,
      description, location, starts_at, ends_at, time_zone, attendees)
    values (${northlight}, 'local', ${randomUUID()}, ${project.id}, 'Sprint review',
      ${"<b>Bring</b> the figures."}, 'Room 4', '2026-12-01T09:00:00Z', '2026-12-01T10:30:00Z',
      'America/New_York', '{anna@client.test,ben@client.test}')
    returning id`;
  eventId = event?.id ?? "";
});

describe("an event's page", () => {
  it("says when, here and there, where and with whom, and leads to its project", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/events/${eventId}`, "Sprint review");
      // This browser is in Berlin.
      const when = page.locator("dd", { has: page.locator("time") });
      await when
        .getByText(/1 Dec 2026, 10:00/)
        .first()
        .waitFor();
      await when.getByText(/There: .*04:00/).waitFor();
      await page.getByText("Room 4").waitFor();
      await page.getByText("Confirmed").waitFor();
      await page.getByText("<b>Bring</b> the figures.").waitFor();
      await expect
        .poll(() => page.getByRole("main").getByRole("listitem").allTextContents())
        .toEqual(["anna@client.test", "ben@client.test"]);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `event ${look}`);
        await screenshot(page, `event-${look}`);
      });
      await page.getByRole("link", { name: project.name }).click();
      await page.getByRole("heading", { level: 1, name: project.name }).waitFor();
    });
  });

  it("is the same page for a foreign, a random and a malformed id", async () => {
    await as("member2", {}, async (page) => {
      const answers: (string | null)[] = [];
      for (const id of [eventId, randomUUID(), "not-an-id"]) {
        await visit(page, `/events/${id}`, "There is no such event");
        answers.push(await page.getByRole("main").textContent());
      }
      expect(new Set(answers).size).toBe(1);
    });
  });
});
