import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { people } from "../support/personas.ts";
import { as, expectAccessible, focusedText, inEveryLook, screenshot } from "./console.ts";
import {
  cardOf,
  decide,
  ownSource,
  propose,
  proposeTask,
  rowsOf,
  stateOf,
  visitInbox,
} from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

describe("a lead", () => {
  it("edits a proposed task, approves and executes it, and follows it to its page", async () => {
    const project = await ownProject("Inbox: edit and execute");
    const task = await proposeTask(project, "Send SOW v2", {
      due_on: "2026-12-04",
      assignee_id: people.member.personId,
      estimate_hours: 3,
    });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project);
      await rowsOf(page)
        .getByRole("link", { name: /Send SOW v2/ })
        .click();
      const card = cardOf(page);
      await card.getByRole("heading", { level: 2, name: /Send SOW v2/ }).waitFor();
      await expect.poll(() => focusedText(page)).toContain("Send SOW v2");
      await card.getByText("Fri, 4 Dec 2026", { exact: true }).waitFor();
      await card.getByText("Mira", { exact: false }).first().waitFor();
      await card
        .getByText("Creates one task: in ClickUp if it is connected, otherwise in Countersign.")
        .waitFor();

      await card.getByRole("button", { name: "Edit" }).click();
      const form = page.getByRole("dialog", { name: "Edit card" });
      await form.getByLabel("Title").fill("Send SOW v3");
      await form.getByLabel("Estimate").fill("4,5");
      await form.getByLabel("Due").fill("2026-12-11");
      await screenshot(page, "inbox-edit");
      await form.getByRole("button", { name: "Save as a new version" }).click();
      await form.waitFor({ state: "detached" });
      await card.getByRole("heading", { level: 2, name: /Send SOW v3/ }).waitFor();
      expect(await stateOf(task.id)).toMatchObject({
        status: "pending",
        version: 2,
        payload: { title: "Send SOW v3", estimate_hours: 4.5, due_on: "2026-12-11" },
      });
      // The decider sees the changes and their author.
      await card.getByText(/edited by Jonas Albrink/).waitFor();
      const versions = card.getByRole("region", { name: "Versions" });
      await versions.getByText("Send SOW v2").waitFor();
      await versions.getByText("4.5 h").waitFor();
      await screenshot(page, "inbox-versions");

      await card.getByRole("button", { name: "Approve and execute" }).click();
      await expect.poll(async () => (await stateOf(task.id)).status).toBe("executed");
      await card.getByText("Executed", { exact: true }).first().waitFor();
      await screenshot(page, "inbox-executed");
      const notice = page.getByRole("status").filter({ hasText: /^Executed: / });
      await notice.getByRole("button", { name: "Open the task" }).waitFor();

      await card.getByRole("link", { name: "Open the task" }).click();
      await page.getByRole("dialog", { name: "Send SOW v3" }).waitFor();
      expect(
        await sql`select title, estimate_hours::float8 from public.tasks where project_id = ${project.id}`,
      ).toEqual([{ title: "Send SOW v3", estimate_hours: 4.5 }]);
    });
  });

  it("undoes a publication with a separate card", async () => {
    const project = await ownProject("Inbox: undo");
    const update = await propose({
      kind: "weekly_update",
      project,
      payload: { week_of: "2026-11-16", headline: "On track", body: "All is well." },
    });
    await decide("admin", { action: "approve_and_execute", id: update.id });
    await expect.poll(async () => (await stateOf(update.id)).status).toBe("executed");
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, update.id);
      await cardOf(page).getByRole("button", { name: "Propose undo" }).waitFor();
      await page.keyboard.press("u");
      await cardOf(page).getByText("Undoes", { exact: true }).waitFor();
      await page.waitForURL((address) => !address.pathname.includes(update.id));
      await screenshot(page, "inbox-undo");
      const [undo] = await sql<{ status: string }[]>`
        select status from public.approvals where undo_of_id = ${update.id}`;
      expect(undo?.status).toBe("pending");
    });
  });
});

describe("a card shows", () => {
  it("the evidence in its passage, what influenced it, and who proposed it", async () => {
    const project = await ownProject("Inbox: evidence");
    const email = await ownSource(project, {
      kind: "email",
      title: "Re: launch date",
      text: "Hello all. Please send us the second version of the SOW by Friday. Thank you.",
    });
    const notes = await ownSource(project, {
      kind: "meeting",
      title: "Weekly call",
      text: "We agreed to move the launch by one week. Everybody was there.",
    });
    const card = await propose({
      kind: "task_create",
      project,
      proposer: "agent",
      payload: {
        title: "Send SOW v2",
        description: "<img src=x onerror=alert(1)> **not bold**",
      },
      citations: [
        {
          role: "evidence",
          source_id: notes.id,
          chunk_id: notes.passageId,
          quote: "move the launch by one week",
        },
        {
          role: "evidence",
          source_id: notes.id,
          chunk_id: notes.passageId,
          quote: "move the launch by two weeks",
        },
        { role: "influence", source_id: email.id },
      ],
    });
    await as("lead", {}, async (page) => {
      await visitInbox(page, project, card.id);
      const cardRegion = cardOf(page);
      await cardRegion.getByText(/^The assistant, asked by /).waitFor();
      await cardRegion.getByText("Re: launch date").waitFor();
      await cardRegion.getByText("(email)").waitFor();
      const evidence = cardRegion.getByRole("region", { name: "Evidence (2)" });
      expect(await evidence.locator("mark").textContent()).toBe("move the launch by one week");
      await evidence.getByText("Page 3").first().waitFor();
      await evidence.getByText("Verified").waitFor();
      await evidence.getByText("Quote not found in the source").waitFor();
      // Any text of a person is shown as text.
      await cardRegion.getByText("<img src=x onerror=alert(1)> **not bold**").waitFor();
      expect(await cardRegion.locator("img").count()).toBe(0);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `card ${look}`);
        await screenshot(page, `inbox-card-${look}`);
      });
      await evidence.getByRole("link", { name: "Weekly call" }).first().click();
      await page.getByRole("heading", { level: 1, name: "Weekly call" }).waitFor();
      await page.locator("[aria-current=true]").getByText("We agreed to move").waitFor();
      await page.getByRole("link", { name: project.name }).waitFor();
    });
  });
});
