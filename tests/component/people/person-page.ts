/** The page of a person, and the preview of a change. */
import type { Page } from "playwright-core";
import type { Answer } from "../answers.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";

export const list = "/settings/people";

export async function openPerson(id: string, answers: Answer[]): Promise<Page> {
  return openConsole(`${list}/${id}`, { as: people.admin, answers });
}

export const row = (page: Page, name: RegExp) =>
  page.getByRole("dialog").getByRole("row", { name });
