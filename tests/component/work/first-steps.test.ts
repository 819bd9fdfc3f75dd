import { describe, expect, it } from "vitest";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { sampleData } from "../../../supabase/functions/_domain/portfolio/sample-contract.ts";
import { type Answer, get, post, rows } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  openConsole,
  reopen,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { noFirstSteps } from "../fixtures/shell.ts";

const state = (rowCount: number) => ({
  rows: rowCount,
  has_own_projects: false,
  is_empty: rowCount === 0,
  steps: noFirstSteps,
});

const allSteps = {
  is_named: true,
  has_colleague: true,
  has_document: true,
  has_integration: true,
};

const nothing: Answer[] = [
  rows("project_summaries", []),
  get(sampleData, state(0)),
  get(portfolioOptions, {
    clients: [],
    accounts: [],
    people: [],
    service_lines: [],
    left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
  }),
];

describe("an organization without a project", () => {
  it("shows an admin the first steps, each with its button, until they are dismissed", async () => {
    const page = await openConsole("/my-work", { as: people.admin, answers: nothing });
    const steps = page.getByRole("region", { name: "First steps 0 of 5 done" });
    for (const name of [
      "Open settings",
      "Import a portfolio",
      "Invite a person",
      "Open documents",
      "Open integrations",
    ]) {
      await steps.getByRole("link", { name }).waitFor();
    }
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `first steps ${look}`);
      await screenshot(page, `first-steps-${look}`);
    });
    await steps.getByRole("button", { name: "New project" }).click();
    const form = page.getByRole("dialog", { name: "New project" });
    await form.getByLabel("Client name").waitFor();
    await form.getByLabel("Account name").waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await steps.getByRole("button", { name: "Dismiss the first steps" }).click();
    await steps.waitFor({ state: "detached" });
    await reopen(page);
    await page.getByText("No open tasks are assigned to you.").waitFor();
    expect(await page.getByRole("heading", { name: /First steps/ }).count()).toBe(0);
  });

  it("counts what exists, and leaves to admins what only they can do", async () => {
    const page = await openConsole("/my-work", {
      as: people.lead,
      answers: [
        get(sampleData, {
          ...state(0),
          steps: { ...noFirstSteps, is_named: true, has_document: true },
        }),
        ...nothing,
      ],
    });
    const steps = page.getByRole("region", { name: "First steps 2 of 5 done" });
    await steps.getByText("An admin does this").first().waitFor();
    expect(await steps.getByText("An admin does this").count()).toBe(2);
    expect(await steps.getByRole("link", { name: "Invite a person" }).count()).toBe(0);
    expect(await steps.getByRole("button", { name: "Add sample data" }).count()).toBe(0);
  });

  it("can be finished without an integration, and leads to the portfolio", async () => {
    let isUploaded = false;
    const page = await openConsole("/my-work", {
      as: people.admin,
      answers: [
        get(sampleData, () => ({
          ...state(0),
          is_empty: false,
          steps: { ...allSteps, has_integration: false, has_document: isUploaded },
          has_own_projects: isUploaded,
        })),
        ...nothing,
      ],
    });
    const steps = page.getByRole("region", { name: /^First steps/ });
    await steps.getByText("2 of 5 done").waitFor();
    await steps.getByRole("button", { name: "Skip: Connect" }).click();
    await steps.getByText("3 of 5 done").waitFor();
    await steps.getByText("Connect a tool you already use (skipped)").waitFor();
    expect(await focusedText(page)).toContain("First steps");
    isUploaded = true;
    await reopen(page);
    await steps.getByText("5 of 5 done").waitFor();
    await expectAccessible(page, "all first steps done");
    await steps.getByRole("link", { name: "Open the portfolio" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.getByRole("link", { name: "My work" }).click();
    await page.getByText("No open tasks are assigned to you.").waitFor();
    expect(await steps.count()).toBe(0);
  });

  it("does not ask again in an organization that has projects", async () => {
    let reads = 0;
    const page = await openConsole("/my-work", {
      as: people.lead,
      answers: [
        get(sampleData, () => {
          reads += 1;
          return { ...state(0), is_empty: false, has_own_projects: true };
        }),
        ...nothing,
      ],
    });
    await page.getByText("No open tasks are assigned to you.").waitFor();
    await reopen(page);
    await page.getByText("No open tasks are assigned to you.").waitFor();
    expect(await page.getByRole("heading", { name: /First steps/ }).count()).toBe(0);
    expect(reads).toBe(1);
  });

  it("adds sample data with one click, and removes it with another that lists the rows in use", async () => {
    let rowCount = 0;
    const page = await openConsole("/my-work", {
      as: people.admin,
      answers: [
        get(sampleData, () => state(rowCount)),
        post(sampleData, ({ body }) => {
          rowCount = body.action === "add" ? 60 : 0;
          if (body.action === "add")
            return { action: "add" as const, sample_data: state(rowCount) };
          const row = { entity: "task", id: people.lead.id } as const;
          return {
            action: "remove" as const,
            deleted: 58,
            remaining: [
              { ...row, result: "archived" as const, label: "Agree on delivery areas" },
              {
                ...row,
                id: people.admin.id,
                result: "retained" as const,
                label: "Newsletter (sample)",
              },
            ],
          };
        }),
        ...nothing,
      ],
    });
    const steps = page.getByRole("region", { name: "First steps 0 of 5 done" });
    await steps.getByRole("button", { name: "Add sample data" }).click();
    await page.getByText("Sample data added.").waitFor();
    await steps.getByRole("button", { name: "Remove sample data" }).click();
    const list = page.getByRole("dialog", { name: "Some sample records are in use" });
    await list.getByText("Archived, because they were changed or used").waitFor();
    await list.getByText("Agree on delivery areas").waitFor();
    await list.getByText("Newsletter (sample)").waitFor();
    await expectAccessible(page, "remaining sample rows");
    await list.getByRole("button", { name: "Close the list" }).click();
    await steps.getByRole("button", { name: "Add sample data" }).waitFor();
  });
});
