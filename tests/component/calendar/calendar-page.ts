/** The week, and an open event of it. */
import type { Page } from "playwright-core";
import { openConsole } from "../console.ts";
import type { Calendar } from "../fixtures/calendar.ts";
import { people } from "../fixtures/people.ts";

export const open = (
  calendar: Calendar,
  address = "/calendar?day=2026-11-18",
  width: 1440 | 390 = 1440,
) => openConsole(address, { as: people.lead, width, answers: calendar.answers() });

export const eventNamed = (page: Page, name: RegExp | string) => page.getByRole("button", { name });
export const panel = (page: Page, name: RegExp | string) => page.getByRole("dialog", { name });
