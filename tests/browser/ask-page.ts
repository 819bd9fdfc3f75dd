/** Uses the Ask page as a reader does. */
import type { Page } from "playwright-core";
import { demoId } from "../support/personas.ts";
import { waitUntilLoaded } from "./console.ts";

export const contract = demoId(11, 1, 3);

export const question = "What is charged for additional work per hour?";

export const field = (page: Page) => page.getByRole("textbox", { name: "Question" });

export const turn = (page: Page, question: string) =>
  page.getByRole("article", { name: `Question: ${question}` });

export const conversations = (page: Page) =>
  page.getByRole("navigation", { name: "Conversations" });

/** Asks by typing, and waits until the answer has ended and is stored. */
export async function ask(page: Page, question: string) {
  await field(page).fill(question);
  await field(page).press("Enter");
  await turn(page, question).locator("footer").waitFor();
  await waitUntilLoaded(page);
}
