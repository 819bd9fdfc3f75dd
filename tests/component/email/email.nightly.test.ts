/**
 * A long list of emails, their triage by keyboard, and a domain that is forgotten. health/health.test.ts and
 * table/data-table.test.ts keep few lines of a long list in the page; email.test.ts triages with the mouse, and undoes a
 * learned domain.
 */
import { describe, expect, it } from "vitest";
import { openConsole, screenshot, waitUntilLoaded } from "../console.ts";
import { email, emailService } from "../fixtures/emails.ts";
import { projects } from "../fixtures/projects.ts";
import { invoice, launch, lines, notice, openEmail } from "./email-page.ts";

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

  it("is triaged by keyboard alone", async () => {
    const { answers, requests } = emailService();
    const page = await openConsole("/email", { answers });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await openEmail(page).getByRole("heading", { name: "Launch of the web shop" }).waitFor();
    await page.keyboard.press("2");
    await notice(page, /^Assigned to/).waitFor();
    await openEmail(page).getByRole("heading", { name: "Invoice" }).waitFor();
    await waitUntilLoaded(page);
    await page.keyboard.press("r");
    await page.getByRole("dialog", { name: "Reject the email" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Enter a reason").waitFor();
    await page.keyboard.type("Spam");
    await page.keyboard.press("Control+Enter");
    await notice(page, "Rejected: Invoice").waitFor();
    await page.getByRole("heading", { name: "Every email has a project" }).waitFor();
    await page.keyboard.press("z");
    await notice(page, "Undone.").waitFor();
    await lines(page).getByText("Invoice").waitFor();
    expect(requests).toEqual([
      { id: launch, project_id: projects[1]?.id },
      { id: invoice, action: "reject", reason: "Spam" },
      { id: invoice, action: "restore" },
    ]);
  });

  it("removes a remembered domain, and undoes it", async () => {
    const { answers } = emailService();
    const page = await openConsole("/email", { answers });
    await page.getByRole("button", { name: "Show remembered domains" }).click();
    const dialog = page.getByRole("dialog", { name: "Remembered domains" });
    await dialog.getByText("by Ada Example").waitFor();
    await screenshot(page, "email-domains");
    await dialog.getByRole("button", { name: "Remove quillbrook.example" }).click();
    await dialog.getByText("No remembered domains yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText("quillbrook.example").waitFor();
  });
});
