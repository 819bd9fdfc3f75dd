/** Two people choose projects for the copies of one event, in four calendars, at the same time. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization } from "../support/own-organization.ts";

test("choices about copies of one event are made one after the other, and all copies follow the last", async () => {
  const own = await makeOrganization();
  const uid = randomUUID();
  const copies = await owner<{ id: string }[]>`
    insert into public.calendar_events (
      organization_id, provider, external_id, calendar_id, summary, starts_at, ends_at, time_zone, uid)
    select ${own.id}, 'google_calendar', 'copy', 'calendar ' || number, 'Copied', now(), now(), 'UTC', ${uid}
    from generate_series(1, 4) as number
    returning id`;
  const answers = await Promise.all(
    copies.flatMap(({ id: event_id }, index) =>
      [own.people.admin, own.people.lead].map((person) =>
        person.ask("/api/calendar", {
          body: {
            action: "override_project",
            event_id,
            project_id: index % 2 ? own.alphaId : own.betaId,
          },
        }),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const projects = await owner`
    select distinct project_id from public.calendar_events where organization_id = ${own.id}`;
  expect(projects).toHaveLength(1);
});
