/** The week of a member. */
import { openConsole } from "../console.ts";
import { design, entry, Hours, projectNamed } from "../fixtures/hours.ts";
import { people } from "../fixtures/people.ts";

export const reader = projectNamed("Reader app");

export function memberHours() {
  return new Hours(people.member, [
    entry({ spent_on: "2026-11-16", hours: 3.5, note: "Checked the contrast" }),
    entry({ spent_on: "2026-11-17", hours: 1 }),
    entry({ spent_on: "2026-11-17", hours: 2, note: "Call" }),
    entry({ spent_on: "2026-11-16", hours: 4, project_id: reader.id, task_id: design.id }),
    entry({ spent_on: "2026-11-10", hours: 6, project_id: projectNamed("CRM migration").id }),
  ]);
}

export const openHours = (hours: Hours, address = "/time", width: 1440 | 390 = 1440) =>
  openConsole(address, { as: people.member, width, answers: hours.answers() });
