import { expect, it } from "vitest";
import { rows } from "../answers.ts";
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";

const id = idOf(14, 1);
const project = projects[5];
const event = rows("calendar_events", [
  {
    id,
    project_id: project?.id ?? "",
    summary: "Sprint review",
    description: "<b>Bring</b> the figures.",
    location: "Room 4",
    starts_at: "2026-12-01T09:00:00+00:00",
    ends_at: "2026-12-01T10:30:00+00:00",
    time_zone: "America/New_York",
    attendees: ["anna@client.test", "ben@client.test"],
    status: "confirmed",
  },
]);

it("an event's page shows the time here and in the event's zone, the location and the attendees, and links to the project", async () => {
  const page = await openConsole(`/events/${id}`, {
    as: people.member,
    answers: [event, ...projectPageAnswers],
  });
  // This browser is in Berlin.
  const time = page.locator("dd", { has: page.locator("time") });
  await time
    .getByText(/1 Dec 2026, 10:00/)
    .first()
    .waitFor();
  await time.getByText(/In the event's time zone: .*04:00/).waitFor();
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
  await page.getByRole("link", { name: project?.name ?? "" }).click();
  await page.getByRole("heading", { level: 1, name: project?.name ?? "" }).waitFor();
});

it("an event that the service does not return and a malformed id lead to the same page", async () => {
  const texts: (string | null)[] = [];
  for (const [address, answers] of [
    [`/events/${idOf(14, 2)}`, [event]],
    // The service is not called: it would refuse the id.
    ["/events/not-an-id", []],
  ] as const) {
    const page = await openConsole(address, { as: people.member, answers: [...answers] });
    await page.getByRole("heading", { level: 1, name: "There is no such event" }).waitFor();
    texts.push(await page.getByRole("main").textContent());
  }
  expect(new Set(texts).size).toBe(1);
});
