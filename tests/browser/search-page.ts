/** Uses the Search page as a reader does. */
import type { Page } from "playwright-core";
import { demoId } from "../support/personas.ts";
import { waitUntilLoaded } from "./console.ts";

export const contract = demoId(11, 1, 3);

export const passages = (page: Page) => page.getByRole("region", { name: "Passages" });

export const field = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });

export const markedPassage = (page: Page) => page.locator("[aria-current='true']");

/** Searches by typing, and waits for the answer to exactly that query. */
export async function search(page: Page, query: string) {
  const response = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/search") && answer.request().postDataJSON().query === query,
  );
  await field(page).fill(query);
  await field(page).press("Enter");
  await response;
  await waitUntilLoaded(page);
}
