/** The list of emails. */
import type { Page } from "playwright-core";

export const list = (page: Page) => page.getByRole("region", { name: "Emails" });
export const lines = (page: Page) => list(page).getByRole("article");
