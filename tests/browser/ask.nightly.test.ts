/**
 * Answers contain only what their viewer may see.
 * tests/service/chat-two-viewers.test.ts proves the scope of answers, hidden answers and conversations.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { people } from "../support/personas.ts";
import { ask, contract, question, turn } from "./ask-page.ts";
import { as, screenshot, visit } from "./console.ts";
import { ownSource } from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

describe("without a model", () => {
  it("a member reads no contract, no one else's view and no one else's conversation", async () => {
    const secret = `Foreign question ${randomUUID()}`;
    let foreignAddress = "";
    await as("lead", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      await ask(page, `${secret} about the dealer portal`);
      foreignAddress = new URL(page.url()).pathname;
    });
    await as("member", {}, async (page) => {
      await visit(page, `/ask?as=${people.lead.personId}`, "Ask");
      expect(await page.getByText("Ask as", { exact: true }).count()).toBe(0);
      expect(await page.getByText(/^You are asking as/).count()).toBe(0);
      await ask(page, question);
      expect(await page.textContent("main")).not.toMatch(/110 euros|Contract web shop|Foreign/);
      const citations = await sql`
        select chat_citations.source_id from public.chat_citations
        where chat_citations.person_id = ${people.member.personId}`;
      expect(citations.map(({ source_id }) => source_id)).not.toContain(contract);
      await page.goto(foreignAddress);
      await page
        .getByRole("heading", { level: 1, name: "There is no such conversation" })
        .waitFor();
      expect(await page.textContent("main")).not.toContain(secret);
    });
  });

  it("an answer about a project that the viewer has lost is hidden, and its question stays", async () => {
    const project = await ownProject("Ask: lost scope", ["member"]);
    await ownSource(project, {
      kind: "email",
      title: "Cranberry note",
      text: "The cranberry shipment leaves the harbour on Thursday.",
    });
    await as("member", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      const question = "When does the cranberry shipment leave the harbour?";
      await ask(page, question);
      await turn(page, question).getByText("leaves the harbour on Thursday").first().waitFor();
      await sql`delete from public.project_members where project_id = ${project.id}`;
      await page.reload();
      await turn(page, question).getByText("This answer is hidden").waitFor();
      expect(await page.textContent("main")).not.toContain("leaves the harbour on Thursday");
      await screenshot(page, "ask-withheld");
    });
  });
});
