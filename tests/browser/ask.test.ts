import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoId, people } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, visit } from "./console.ts";
import { ownSource, proposeTask } from "./inbox-cards.ts";
import { ownProject, sql } from "./own-project.ts";
import { type Script, scriptAnswers } from "./scripted-answers.ts";

const contract = demoId(11, 1, 3);
const question = "What is charged for additional work per hour?";

const field = (page: Page) => page.getByRole("textbox", { name: "Question" });
const turn = (page: Page, asked: string) =>
  page.getByRole("article", { name: `Question: ${asked}` });
const conversations = (page: Page) => page.getByRole("navigation", { name: "Conversations" });

/** Asks as somebody who types, and waits until the answer has ended and is kept. */
async function ask(page: Page, asked: string) {
  await field(page).fill(asked);
  await field(page).press("Enter");
  await turn(page, asked).locator("footer").waitFor();
  await settled(page);
}

async function scripted(page: Page, run: (script: Script) => Promise<void>) {
  const script = await scriptAnswers(page);
  try {
    await run(script);
  } finally {
    await script.close();
  }
}

const context = { projects: 6, passages: 14, chars: 9000, truncated: true };

describe("without a model", () => {
  it("a lead is shown evidence as such, opens it at its place, and finds the conversation again", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("a");
      await page.getByRole("heading", { level: 1, name: "Ask" }).waitFor();
      await page.locator(":focus#question").waitFor();
      await settled(page);
      await screenshot(page, "ask-empty");
      await expectAccessible(page, "ask, empty");
      await ask(page, question);
      const answer = turn(page, question);
      await answer.getByText("Evidence, not an answer").waitFor();
      await answer.getByText(/^From \d+ projects and \d+ passages?/).waitFor();
      await answer.getByText(/sources?, checked$/).click();
      await answer
        .getByRole("link", { name: /Contract web shop relaunch/ })
        .first()
        .waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `ask ${look}`);
        await screenshot(page, `ask-evidence-${look}`);
      });

      const address = new URL(page.url()).pathname;
      expect(address).toMatch(/^\/ask\/[0-9a-f-]{36}$/);
      const words = await answer.locator("li").first().textContent();
      await page.reload();
      await answer.getByText(/sources?, checked$/).waitFor();
      expect(await answer.locator("li").first().textContent()).toBe(words);

      await answer
        .locator("a", { hasText: /^Source \d+$/ })
        .first()
        .click();
      await page.locator("[aria-current='true']").waitFor();
      expect(new URL(page.url()).searchParams.get("chunk")).toMatch(/^[0-9a-f-]{36}$/);
      await page.goBack();
      await answer.waitFor();

      const listed = conversations(page).getByRole("link", {
        name: new RegExp(question.slice(0, 20)),
      });
      await listed.waitFor();
      await conversations(page)
        .getByRole("button", { name: /^Archive: What is charged/ })
        .click();
      await listed.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await listed.waitFor();
    });
  });

  it("a member reads nothing that is not theirs: no contract, no asking as others, no foreign conversation", async () => {
    const secret = `Foreign question ${randomUUID()}`;
    let foreign = "";
    await as("lead", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      await ask(page, `${secret} about the dealer portal`);
      foreign = new URL(page.url()).pathname;
    });
    await as("member", {}, async (page) => {
      await visit(page, `/ask?as=${people.lead.personId}`, "Ask");
      expect(await page.getByText("Ask as", { exact: true }).count()).toBe(0);
      expect(await page.getByText(/^You ask as/).count()).toBe(0);
      await ask(page, question);
      expect(await page.textContent("main")).not.toMatch(/110 euros|Contract web shop|Foreign/);
      const kept = await sql`
        select chat_citations.source_id from public.chat_citations
        where chat_citations.person_id = ${people.member.personId}`;
      expect(kept.map(({ source_id }) => source_id)).not.toContain(contract);
      await page.goto(foreign);
      await page
        .getByRole("heading", { level: 1, name: "There is no such conversation" })
        .waitFor();
      expect(await page.textContent("main")).not.toContain(secret);
    });
  });

  it("a lead who asks as a member is told so all along, and is shown no more than the member", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      await page.getByRole("combobox", { name: "Ask as" }).fill("Mira");
      await page.getByRole("option", { name: /^Mira/ }).click();
      const banner = page.getByRole("status").filter({ hasText: /^You ask as Mira/ });
      await banner.waitFor();
      await ask(page, question);
      await banner.waitFor();
      expect(await turn(page, question).textContent()).not.toMatch(/110 euros|Contract web shop/);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `ask as ${look}`);
        await screenshot(page, `ask-as-${look}`);
      });
      await page.reload();
      await banner.waitFor();
      await conversations(page)
        .getByText(/^as Mira/)
        .first()
        .waitFor();
      await banner.getByRole("link", { name: "Ask as yourself" }).click();
      await banner.waitFor({ state: "detached" });
    });
  });

  it("what rests on a project that is lost is not shown any more, and the question is", async () => {
    const project = await ownProject("Ask: lost scope", ["member"]);
    await ownSource(project, {
      kind: "email",
      title: "Cranberry note",
      text: "The cranberry shipment leaves the harbour on Thursday.",
    });
    await as("member", {}, async (page) => {
      await visit(page, "/ask", "Ask");
      const asked = "When does the cranberry shipment leave the harbour?";
      await ask(page, asked);
      await turn(page, asked).getByText("leaves the harbour on Thursday").first().waitFor();
      await sql`delete from public.project_members where project_id = ${project.id}`;
      await page.reload();
      await turn(page, asked).getByText("This answer is not shown").waitFor();
      expect(await page.textContent("main")).not.toContain("leaves the harbour on Thursday");
      await screenshot(page, "ask-withheld");
    });
  });
});

describe("while it streams", () => {
  it("numbers are unchecked until the end settles them; hostile Markdown is only text; a card stands in its place", async () => {
    const project = await ownProject("Ask: proposed");
    const card = await proposeTask(project, "Call the harbour");
    await as("lead", {}, (page) =>
      scripted(page, async (script) => {
        const abroad: string[] = [];
        page.on("request", (request) => {
          if (!/127\.0\.0\.1|localhost/.test(new URL(request.url()).hostname))
            abroad.push(request.url());
        });
        await visit(page, "/ask", "Ask");
        await field(page).fill("Who calls the harbour?");
        await field(page).press("Control+Enter");
        const answer = await script.next();
        expect(answer.asked).toMatchObject({ question: "Who calls the harbour?" });
        const shown = turn(page, "Who calls the harbour?");
        answer.say(
          { type: "tool", name: "search", status: "running", summary: "" },
          { type: "tool", name: "list_tasks", status: "running", summary: "" },
        );
        const steps = shown.locator("summary").first();
        await expect.poll(() => steps.textContent()).toBe("Looking up 2 things");
        answer.say(
          { type: "tool", name: "list_tasks", status: "failed", summary: "This took too long" },
          { type: "tool", name: "search", status: "done", summary: "3 passages for “harbour”" },
          {
            type: "tool",
            name: "propose_task",
            status: "done",
            summary: card.title,
            approval_id: card.id,
          },
          { type: "delta", text: "**Nobody** calls the harbour yet [1]. Then [2" },
        );
        await expect
          .poll(() => steps.textContent())
          .toBe("Looked up 2 things, proposed 1 card, 1 without an answer");
        await steps.focus();
        await page.keyboard.press("Enter");
        await shown.getByText("3 passages for “harbour”").waitFor();
        await shown.getByTitle("Not checked against its source yet").waitFor();
        expect(await shown.textContent()).not.toContain("[2");
        await page
          .locator("[aria-live=polite]")
          .getByText("Nobody calls the harbour yet.")
          .waitFor({ state: "attached" });
        await screenshot(page, "ask-streaming");
        answer.say(
          {
            type: "delta",
            text:
              "].\n\n![pixel](https://evil.test/a.png) <img src='https://evil.test/b.png'> " +
              "[safe](https://evil.test/?q=secret) <b onclick='x()'>bold</b>\n\n" +
              "| a | b |\n|---|---|\n| 1 | 2 |\n\n* [ ] open\n",
          },
          {
            type: "done",
            session_id: String(answer.asked["session_id"]),
            message_id: randomUUID(),
            citations: [
              {
                n: 1,
                kind: "row",
                table: "projects",
                id: project.id,
                title: project.name,
                project_id: project.id,
                quote: "…",
              },
            ],
            dropped_citations: 1,
            uncited_sentences: 1,
            model: "scripted",
            context,
            usage: null,
          },
        );
        await shown
          .getByText("From 6 projects and 14 passages; some of what you may see was left out")
          .waitFor();
        await shown.getByText("1 number is struck").waitFor();
        await shown.getByText("1 sentence cites nothing: check it").waitFor();
        expect(await shown.locator("s").allTextContents()).toEqual(["2"]);
        const text = await shown.textContent();
        expect(text).toContain("safe (https://evil.test/?q=secret)");
        expect(text).toContain("<b onclick='x()'>");
        expect(await shown.locator("img, b, [onclick], a[href*=evil]").count()).toBe(0);
        expect(abroad).toEqual([]);
        const proposed = shown.getByRole("region", { name: "Proposed" });
        await proposed.getByText(/waits for a decision/).waitFor();
        await inEveryLook(page, async (look) => {
          await expectAccessible(page, `ask, answered ${look}`);
          await screenshot(page, `ask-answered-${look}`);
        });
        await proposed.getByRole("link").click();
        await page.getByRole("heading", { level: 2, name: /Call the harbour/ }).waitFor();
        expect(new URL(page.url()).pathname).toBe(`/inbox/${card.id}`);
      }),
    );
  });

  it("goes on while another page is open, and Esc ends it with what was said", async () => {
    await as("member", { width: 390 }, (page) =>
      scripted(page, async (script) => {
        await visit(page, "/ask", "Ask");
        await field(page).fill("Tell me everything");
        await page.getByRole("button", { name: "Ask", exact: true }).click();
        const answer = await script.next();
        answer.say({ type: "delta", text: "Everything begins" });
        const shown = turn(page, "Tell me everything");
        await shown.getByText("Everything begins").waitFor();
        const address = new URL(page.url()).pathname;
        await page.getByRole("button", { name: "Open navigation" }).click();
        await page.getByRole("navigation", { name: "Main" }).getByText("Documents").click();
        await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
        answer.say({ type: "delta", text: " with a word" });
        await page.goBack();
        expect(new URL(page.url()).pathname).toBe(address);
        await shown.getByText("Everything begins with a word").waitFor();
        await page.keyboard.press("Escape");
        await answer.gone;
        await shown.getByText("Stopped", { exact: true }).waitFor();
        await shown.getByText("Everything begins with a word").waitFor();
        await screenshot(page, "ask-stopped-390");
        await shown.getByRole("button", { name: "Ask again" }).click();
        expect((await script.next()).asked["question"]).toBe("Tell me everything");
      }),
    );
  });

  it("keeps the question when it fails, is cut, refused or cannot be sent", async () => {
    await as("admin", {}, (page) =>
      scripted(page, async (script) => {
        await visit(page, "/ask", "Ask");
        await field(page).fill("First");
        await field(page).press("Enter");
        (await script.next()).say(
          { type: "delta", text: "Half an answer" },
          { type: "error", code: "model_unavailable", message: "The model failed" },
        );
        const first = turn(page, "First");
        await first.getByText("The model does not answer just now").waitFor();
        await first.getByText("Half an answer").waitFor();
        await first.getByRole("button", { name: "Ask again" }).click();
        const again = await script.next();
        expect(again.asked["question"]).toBe("First");
        again.say({ type: "delta", text: "Half" });
        await first.getByText("Half", { exact: true }).waitFor();
        again.cut();
        await first.getByText("The connection was lost").waitFor();

        await page.unroute("**/api/chat-stream");
        await page.route("**/api/chat-stream", (route) =>
          route.fulfill({
            status: 429,
            json: { code: "rate_limited", message: "…", details: { retry_after_seconds: 34 } },
          }),
        );
        await field(page).fill("Second\nline");
        await field(page).press("Enter");
        await page.getByRole("alert").getByText("Ask again in 34 seconds.").waitFor();
        expect(await field(page).inputValue()).toBe("Second\nline");
        await expectAccessible(page, "ask, refused");
        await screenshot(page, "ask-refused");

        await page.unroute("**/api/chat-stream");
        await page.route("**/api/chat-stream", (route) => route.abort("internetdisconnected"));
        await field(page).press("Enter");
        await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
        expect(await field(page).inputValue()).toBe("Second\nline");
      }),
    );
  });
});
