import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type MyWorkAction,
  myWork,
} from "../../../supabase/functions/_domain/work/my-work-contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  screenshot,
} from "../console.ts";
import { card, inboxWith, withoutDecision } from "../fixtures/cards.ts";
import { emptyWork, fullWork, markedWork, myTask } from "../fixtures/my-work.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { full, tasksThatChange } from "./work-page.ts";

describe("my work shows", () => {
  it("tasks by due date, cards, hours, timer, mentions and news, accessibly in every look", async () => {
    const page = await openConsole("/", { as: people.member, answers: full });
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/my-work");
    await page.getByRole("heading", { name: "My tasks 5, 1 late" }).waitFor();
    const groups = await page.getByRole("heading", { level: 3 }).allTextContents();
    expect(groups.slice(0, 5)).toEqual([
      "Late 1",
      "Due today 1",
      "Next 7 days 1",
      "Later 1",
      "No due date 1",
    ]);
    const decide = page.getByRole("region", { name: "Cards to decide 2" });
    await decide.getByRole("link", { name: /Call the supplier/ }).waitFor();
    expect(await decide.getByRole("link", { name: /somebody else/ }).count()).toBe(0);
    await page.getByRole("heading", { name: "My hours this week 18.75 of 40 h" }).waitFor();
    await page.getByRole("row", { name: /Tue.* 9 \/ 8 h/ }).waitFor();
    expect(
      await page.getByRole("link", { name: "Open the week" }).first().getAttribute("href"),
    ).toMatch(/^\/time/);
    await page.getByText("Lena Example completed the task “Write the brief”").waitFor();
    await page.getByText("Lena Example posted a status: at risk").waitFor();
    await page.getByText(/Lena Example changed your hours on .*, from 8 to 9/).waitFor();
    await page
      .getByRole("region", { name: "Unread mentions 1" })
      .getByText(/second page/)
      .waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `my work ${look}`);
      await screenshot(page, `my-work-${look}`);
    });
  });

  it("cards to decide behind a page of cards for other people, and all tasks in their list", async () => {
    const otherCards = Array.from({ length: 30 }, (_, index) =>
      withoutDecision(card(index + 1, "For somebody else"), "self_approval_forbidden"),
    );
    const { answers } = inboxWith([...otherCards, card(31, "Call the supplier")], 20);
    const page = await openConsole("/my-work", {
      answers: [
        get(myWork, {
          ...fullWork,
          decidable_cards: 1,
          tasks: {
            items: [
              myTask(1, "Draw the home page", { parent: { id: idOf(7, 2), title: "Design" } }),
            ],
            total: 120,
            late: 0,
          },
          timer: {
            project: { id: idOf(4, 1), name: "Web shop", is_archived: false },
            task: { id: idOf(7, 3), title: "Checkout", status: "open" },
            note: null,
            started_at: fullWork.read_at,
          },
        }),
        ...answers,
        ...full,
      ],
    });
    const decide = page.getByRole("region", { name: "Cards to decide 1" });
    await decide.getByRole("link", { name: /Call the supplier/ }).waitFor();
    expect(await decide.getByRole("link", { name: /somebody else/ }).count()).toBe(0);
    // Each mention of a task opens it.
    const addressOf = (name: string) =>
      page.getByRole("link", { name, exact: true }).getAttribute("href");
    expect(await addressOf("Design")).toBe(`?task=${idOf(7, 2)}`);
    expect(await addressOf("Checkout")).toBe(`?task=${idOf(7, 3)}`);
    const all = page.getByRole("link", { name: "See all my tasks" });
    expect(await all.getAttribute("href")).toBe("/tasks?assignee=me");
  });

  it("its purpose and the first step when it is empty", async () => {
    const page = await openConsole("/my-work", { as: people.member });
    await page.getByText("No open tasks are assigned to you.").waitFor();
    await page.getByText("No cards are waiting for your decision.").waitFor();
    await page.getByText("No hours logged this week.").waitFor();
    await page.getByText("No unread mentions.").waitFor();
    await page.getByText("No changes by others.").waitFor();
    expect(await page.getByRole("heading", { name: /First steps/ }).count()).toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `my work without work ${look}`);
      await screenshot(page, `my-work-empty-${look}`);
    });
  });

  it("a failure, and the page once the service answers again", async () => {
    let fails = true;
    const page = await openConsole("/my-work", {
      answers: [
        get(myWork, () => {
          if (fails) throw new AppError(403, "forbidden", "Not for you");
          return emptyWork;
        }),
      ],
    });
    await page.getByRole("alert").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No open tasks are assigned to you.").waitFor();
  });
});

describe("a task in my work", () => {
  it("is completed by keyboard, leaves the list, and returns by an undo", async () => {
    const { answers, requests } = tasksThatChange();
    const page = await openConsole("/my-work", { as: people.member, answers });
    await page.getByRole("checkbox", { name: "Complete: Send the statement of work" }).focus();
    await page.keyboard.press("Space");
    await page.getByText("“Send the statement of work” completed.").waitFor();
    expect(
      await page.getByRole("checkbox", { name: "Complete: Send the statement of work" }).count(),
    ).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Complete: Review the wireframes",
    );
    await page.keyboard.press("z");
    await page.getByRole("checkbox", { name: "Complete: Send the statement of work" }).waitFor();
    expect(requests).toEqual([
      [4, { status: "done" }],
      [5, { status: "open" }],
    ]);
  });

  it("cannot be completed here where another system owns it, and opens at its address", async () => {
    const page = await openConsole("/my-work", { as: people.member, answers: full });
    expect(
      await page.getByRole("checkbox", { name: "Complete: Plan the launch" }).isDisabled(),
    ).toBe(true);
    const [first] = fullWork.tasks.items;
    expect(
      await page.getByRole("link", { name: "Send the statement of work" }).getAttribute("href"),
    ).toBe(`?task=${first?.id}`);
  });
});

describe("news", () => {
  it("is marked as seen by a button and when the page is left, up to what was shown", async () => {
    const requests: z.output<typeof MyWorkAction>[] = [];
    const answers = [
      post(myWork, ({ body }) => {
        requests.push(body);
        return markedWork({ body });
      }),
      ...full,
      ...projectPageAnswers,
    ];
    const page = await openConsole("/my-work", { as: people.member, answers });
    await page.getByRole("button", { name: "Mark as seen" }).click();
    await expect.poll(() => requests).toEqual([{ type: "seen", until: fullWork.read_at }]);
    expect(await focusedText(page)).toMatch(/^New since you last looked/);
    await page.getByRole("button", { name: "Mark as read" }).click();
    await expect.poll(() => requests.at(-1)?.type).toBe("mentions_read");
    await page.getByRole("link", { name: "Portfolio", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await expect
      .poll(() => requests.map(({ type }) => type))
      .toEqual(["seen", "mentions_read", "seen"]);
  });
});
