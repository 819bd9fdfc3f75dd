/** The hours of a team, as its lead reads them. */
import type { Page } from "playwright-core";
import { openConsole } from "../console.ts";
import { entry, Hours } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";

export const week = "2026-11-16";

export function teamHours() {
  const daily = [0, 1, 2, 3, 4].map((index) =>
    entry({ person_id: people.admin.id, spent_on: `2026-11-${16 + index}`, hours: 8 }),
  );
  return new Hours(people.lead, [...daily, entry({ spent_on: week, hours: 3.5 })]);
}

export const open = (hours: Hours, address: string): Promise<Page> =>
  openConsole(address, { as: people.lead, answers: hours.answers() });
