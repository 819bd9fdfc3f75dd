/** The list of emails, and an open one. */
import type { Page } from "playwright-core";
import { emails } from "../fixtures/emails.ts";

export const list = (page: Page) => page.getByRole("region", { name: "Emails" });
export const lines = (page: Page) => list(page).getByRole("article");
export const openEmail = (page: Page) => page.getByRole("complementary", { name: "Email" });
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

export const [launch, invoice] = emails.map(({ id }) => id);
