import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { inboundEmails } from "../../../supabase/functions/_domain/inbound-emails/contract.ts";
import { get } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { emailService } from "../fixtures/emails.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { invoice, launch, lines, notice, openEmail } from "./email-page.ts";

const shop = projects[0];

const crm = projects[2];

describe("Email", () => {
  it("lists each email with its sender, whether the sender is verified, and why it waits", async () => {
    const { answers } = emailService();
    const page = await openConsole("/email", { answers });
    expect(await lines(page).count()).toBe(2);
    const first = lines(page).first();
    await first.getByText("Ana Ruiz", { exact: true }).waitFor();
    await first.getByText("Sender verified").waitFor();
    await first.getByText("3 in the thread").waitFor();
    await first.getByText("Several projects of the sender's client match").waitFor();
    await lines(page).nth(1).getByText("Sender not verified").waitFor();
    await page.getByText("All", { exact: false }).first().click();
    await page.waitForURL(/scope=all/);
    await lines(page).getByText("It replies to an email of this project").waitFor();
    await page.getByText("Rejected", { exact: false }).first().click();
    await lines(page).getByText("Rejected: Not about a project").waitFor();
    await lines(page).getByText("Automatic reply").waitFor();
  });

  it("folds quoted text, which a button shows and a key folds again", async () => {
    const { answers } = emailService();
    const page = await openConsole(`/email?open=${launch}`, { answers });
    await openEmail(page).getByText("we can launch on Monday").waitFor();
    await openEmail(page).getByText("Lindmoor Outdoor").waitFor();
    await openEmail(page).getByText("plan.pdf").waitFor();
    expect(await openEmail(page).getByText("Friday or Monday?").count()).toBe(0);
    await openEmail(page).getByRole("button", { name: "Show quoted text" }).click();
    await openEmail(page).getByText("Friday or Monday?").waitFor();
    await page.keyboard.press("q");
    await openEmail(page).getByText("Friday or Monday?").waitFor({ state: "detached" });
  });

  it("states that text or files are missing, and shows no such note for a complete email", async () => {
    const { answers } = emailService();
    const page = await openConsole(`/email?open=${invoice}`, { answers });
    await openEmail(page)
      .getByText(
        "Part of this email's text was hidden or cut. Open it in the mailbox to read all of it. Not all attachments are listed.",
      )
      .waitFor();
    await lines(page).first().click();
    await openEmail(page).getByText("we can launch on Monday").waitFor();
    expect(await openEmail(page).getByText("in the mailbox").count()).toBe(0);
  });

  it("assigns an email to a suggestion, learns its domain, and undoes both", async () => {
    const { answers, requests } = emailService();
    const page = await openConsole(`/email?open=${launch}`, { answers });
    await openEmail(page).getByText("Ana Ruiz works with this client").waitFor();
    await openEmail(page).getByLabel("Remember lindmoor.example").check();
    await openEmail(page)
      .getByRole("button", { name: `Assign to ${shop?.name}` })
      .click();
    await notice(page, /and lindmoor\.example is remembered/).waitFor();
    await openEmail(page).getByRole("heading", { name: "Invoice" }).waitFor();
    expect(await lines(page).count()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await notice(page, "Undone.").waitFor();
    await expect.poll(() => lines(page).count()).toBe(2);
    expect(requests).toEqual([
      { id: launch, project_id: shop?.id, remember_domain: true },
      { unassigned: launch },
      { email_domain_id: idOf(22, 2), is_removed: true },
    ]);
  });

  it("gives the reason why a domain may not be remembered", async () => {
    const { answers, requests } = emailService();
    const page = await openConsole(`/email?open=${invoice}`, { answers });
    const remember = openEmail(page).getByLabel("Remember freemail.example");
    expect(await remember.isDisabled()).toBe(true);
    await openEmail(page).getByText("The domain of the sender is not verified").waitFor();
    await openEmail(page).getByRole("combobox", { name: "Project" }).fill("crm");
    await page.getByRole("option").first().click();
    await openEmail(page).getByRole("button", { name: "Assign email" }).click();
    await notice(page, /^Assigned to/).waitFor();
    expect(requests).toEqual([{ id: invoice, project_id: crm?.id }]);
  });

  it("restores a rejected email", async () => {
    const { answers, requests } = emailService();
    const page = await openConsole(`/email?scope=rejected&open=${idOf(21, 4)}`, { answers });
    await openEmail(page)
      .getByText("None of your trusted mail servers checked the sender")
      .waitFor();
    await openEmail(page).getByRole("button", { name: "Restore email" }).click();
    await notice(page, "Restored: Out of office").waitFor();
    await page.getByRole("heading", { name: "No rejected emails" }).waitFor();
    expect(requests).toEqual([{ id: idOf(21, 4), action: "restore" }]);
  });

  it("keeps an email when the service refuses the decision", async () => {
    const { answers } = emailService();
    const refusal = emailService([]).answers[1];
    const page = await openConsole(`/email?open=${launch}`, {
      answers: [refusal, ...answers].filter((answer) => answer !== undefined),
    });
    await openEmail(page)
      .getByRole("button", { name: `Assign to ${shop?.name}` })
      .click();
    await page.getByRole("alert").filter({ hasText: "There is no such email" }).waitFor();
    await openEmail(page).getByRole("heading", { name: "Launch of the web shop" }).waitFor();
  });

  it("explains its purpose before the first email, and offers a retry when it fails", async () => {
    const { answers } = emailService([]);
    let fails = true;
    const failing = get(inboundEmails, () => {
      if (fails) throw new AppError(500, "internal_error", "…");
      return { emails: [], next_cursor: null, counts: { all: 0, unassigned: 0, rejected: 0 } };
    });
    const page = await openConsole("/email", { answers: [failing, ...answers] });
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "No emails yet" }).waitFor();
    expect(await openEmail(page).count()).toBe(0);
    await inEveryLookOfState(page, (look) => expectAccessible(page, `email, empty ${look}`));
    const next = page.getByRole("link", { name: "Open integrations" });
    expect(await next.getAttribute("href")).toBe("/settings/integrations");
  });

  it("is open only to admins and leads", async () => {
    const page = await openConsole("/email", { as: people.member });
    await page.getByRole("heading", { name: "This page is for admins and leads" }).waitFor();
    expect(await page.getByRole("link", { name: "Email" }).count()).toBe(0);
  });

  it("is accessible in every look, with an open email", async () => {
    const page = await openConsole(`/email?open=${launch}`, { answers: emailService().answers });
    await inEveryLook(page, async (look) => {
      await page.getByText("we can launch on Monday").waitFor();
      await expectAccessible(page, `an open email ${look}`, { everyRule: look.startsWith("390") });
      await screenshot(page, `email-${look}`);
    });
  });

  it("the list is accessible at 390 px", async () => {
    const page = await openConsole("/email", { width: 390, answers: emailService().answers });
    await lines(page).first().waitFor();
    await expectAccessible(page, "the list of emails", { everyRule: true });
    await screenshot(page, "email-list-390");
  });
});
