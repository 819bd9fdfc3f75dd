/** The page of a project. */
import type { Page } from "playwright-core";
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

export const address = `/projects/${shop?.id}`;
export const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
export const table = (page: Page) => page.getByRole("table", { name: "Tasks" });

export async function expectAccessibleView(view: string): Promise<void> {
  const page = await openConsole(`${address}?view=${view}`, shopAnswers());
  await inEveryLook(page, async (look) => {
    await expectAccessible(page, `project ${view} ${look}`);
    await screenshot(page, `project-${view}-${look}`);
  });
}
