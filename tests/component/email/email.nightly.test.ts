/**
 * A long list of emails.
 * health/health.test.ts and table/data-table.test.ts keep few lines of a long list in the page.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { email, emailService } from "../fixtures/emails.ts";
import { lines } from "./email-page.ts";

describe("Email", () => {
  it("reads a long list page by page, with few lines in the page", async () => {
    const many = Array.from({ length: 400 }, (_, index) => email(index + 100));
    const page = await openConsole("/email", { answers: emailService(many).answers });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return page.getByRole("link", { name: "Question 499" }).count();
      })
      .toBe(1);
    expect(await lines(page).count()).toBeLessThan(100);
  });
});
