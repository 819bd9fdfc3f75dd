import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import {
  type PortfolioAction,
  portfolioActions,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { type Answer, get, post, rows } from "../answers.ts";
import {
  expectAccessible,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";

const project = projects.find(({ code }) => code === "SHOP-01");
if (!project) throw new Error("The fixture has no shop");
const shop = project;
const { account_id, account_name, client_id, client_name } = shop;
const account = { id: account_id, name: account_name, client_id, client_name };
const at = "2026-11-20T09:00:00+00:00";

/** A service that creates the requested project, and records the requests. */
function projectService(
  refuse: (action: PortfolioAction) => AppError | undefined = () => undefined,
) {
  const actions: PortfolioAction[] = [];
  const saving = post(portfolioActions, ({ body }) => {
    actions.push(body);
    const refusal = refuse(body);
    if (refusal) throw refusal;
    switch (body.type) {
      case "client_create":
        return {
          type: body.type,
          client: {
            id: idOf(2, 90),
            name: body.name,
            website: null,
            note: null,
            version: 1,
            created_at: at,
            updated_at: at,
            archived_at: null,
          },
        };
      case "account_create":
        return {
          type: body.type,
          account: {
            id: idOf(3, 90),
            client_id: body.client_id,
            name: body.name,
            version: 1,
            created_at: at,
            archived_at: null,
          },
        };
      case "project_create":
        return { type: body.type, project: createdProject({ name: body.name }) };
      case "project_copy":
        return {
          type: body.type,
          project: createdProject({ name: body.name }),
          copied: { tasks: 2, people: 1 },
        };
      case "project_update":
        return { type: body.type, project: createdProject({ version: 2, archived_at: at }) };
      default:
        throw new Error(`Not part of a new project: ${body.type}`);
    }
  });
  return { actions, answers: [saving, ...answers] };
}

function createdProject(fields: { name?: string; version?: number; archived_at?: string }) {
  return {
    id: shop.id,
    account_id: shop.account_id,
    code: null,
    name: shop.name,
    summary: null,
    status: "planned" as const,
    lead_id: null,
    starts_on: null,
    due_on: null,
    budget_hours: null,
    budget_amount: null,
    version: 1,
    created_at: at,
    updated_at: at,
    archived_at: null,
    ...fields,
  };
}

const answers: Answer[] = [
  get(portfolioOptions, {
    clients: [{ id: shop.client_id, name: shop.client_name }],
    accounts: [account],
    people: [],
    service_lines: [],
    left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
  }),
  rows(
    "tasks",
    [
      {
        id: idOf(7, 1),
        project_id: shop.id,
        title: "Kick-off",
        status: "open",
        due_on: "2026-06-10",
      },
      { id: idOf(7, 2), project_id: shop.id, title: "Sitemap", status: "done", due_on: null },
    ].map((task) => ({ ...task, archived_at: null })) as { id: string }[],
  ),
  rows("project_members", [{ project_id: shop.id, person_id: people.member.id }]),
  ...projectPageAnswers,
];

async function openForm(address: string, all: Answer[]) {
  const page = await openConsole(address, { answers: all });
  await page.getByRole("button", { name: "New project" }).click();
  const form = page.getByRole("dialog", { name: "New project" });
  await form.locator("form").waitFor();
  await waitUntilLoaded(page);
  return { page, form };
}

describe("a new project", () => {
  it("is created blank in the account of the page, opens, and is archived by an undo", async () => {
    const { actions, answers } = projectService();
    const { page, form } = await openForm(`/accounts/${shop.account_id}`, answers);
    await form.getByRole("button", { name: "Create project" }).click();
    await form.getByText("Enter a name for the project").waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Autumn campaign");
    await form.getByLabel("Budget in hours").fill("80");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Project Autumn campaign created.").waitFor();
    await page.waitForURL(new RegExp(`/projects/${shop.id}`));
    await page.keyboard.press("z");
    await page.getByText("Undone.").waitFor();
    expect(actions).toMatchObject([
      { type: "project_create", account_id: shop.account_id, name: "Autumn campaign" },
      { type: "project_update", version: 1, changes: { is_archived: true } },
    ]);
  });

  it("copied from another one shows what it copies and by how many days it moves dates, accessibly in every look", async () => {
    const { actions, answers } = projectService();
    const { page, form } = await openForm("/portfolio?q=shop", answers);
    await form.getByText("From another project").click();
    await form.getByRole("combobox", { name: "Project to copy" }).fill(shop.name);
    await page.getByRole("option", { name: shop.name }).click();
    // The original starts on 1 June.
    await form.getByLabel("Start").fill("2026-06-08");
    const preview = form.getByRole("region", { name: "The copy will contain" });
    await preview.getByText("2 tasks, set to open").waitFor();
    await preview.getByText(/Kick-off, due 17 Jun.? 2026/).waitFor();
    await preview.getByText(`1 person: ${people.member.name}`).waitFor();
    await preview.getByText(/Due dates move 7 days later\./).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `copy of a project ${look}`);
      await screenshot(page, `project-copy-${look}`);
    });
    await form.getByLabel("Copy team").uncheck();
    await preview.getByText("no team members").waitFor();
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText(`Project ${shop.name} (copy) created.`).waitFor();
    expect(actions).toMatchObject([
      {
        type: "project_copy",
        project_id: shop.id,
        account_id: shop.account_id,
        starts_on: "2026-06-08",
        with_tasks: true,
        with_team: false,
      },
    ]);
  });

  it("creates its client and account once, even if the project is refused at first", async () => {
    let refusals = 1;
    const { actions, answers } = projectService(({ type }) =>
      type === "project_create" && refusals-- > 0
        ? new AppError(409, "code_taken", "Another project has this code")
        : undefined,
    );
    const { page, form } = await openForm("/portfolio?q=shop", answers);
    await form.getByLabel("Name", { exact: true }).fill("First site");
    await form.getByLabel("Code").fill("SITE-01");
    await form.getByText("New account").click();
    await form.getByText("New client").click();
    await form.getByRole("button", { name: "Create project" }).click();
    for (const error of ["Enter a name for the client", "Enter a name for the account"]) {
      await form.getByText(error).waitFor();
    }
    await form.getByLabel("Client name").fill("Harbour Works");
    await form.getByLabel("Account name").fill("Website");
    await form.getByRole("button", { name: "Create project" }).click();
    await form.getByText("Another project has this code.").waitFor();
    await form.getByLabel("Code").fill("SITE-02");
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText("Project First site created.").waitFor();
    expect(actions.map(({ type }) => type)).toEqual([
      ...["client_create", "account_create", "project_create", "project_create"],
    ]);
    expect(actions.at(-1)).toMatchObject({ account_id: idOf(3, 90), code: "SITE-02" });
  });

  it("shows an estimate on request, and takes the median as its budget", async () => {
    const requests: object[] = [];
    let failures = 1;
    const estimating = get(outcome, ({ query }) => {
      requests.push(query);
      if (failures-- > 0) throw new AppError(400, "invalid_estimate", "Describe the work");
      return demoOutcome(new Date(at), { query: query.query });
    });
    const { actions, answers } = projectService();
    const { page, form } = await openForm(`/accounts/${account_id}`, [estimating, ...answers]);
    const estimate = form.getByRole("button", { name: "Estimate from finished work" });
    await estimate.press("Enter");
    await form.getByText("Enter a name first.", { exact: false }).waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Landing page");
    await estimate.press("Enter");
    await form.getByRole("alert").getByText("Describe the work").waitFor();
    await form.getByRole("button", { name: "Try again" }).click();
    const range = form.getByRole("heading", { name: "3.5 to 31 hours" });
    await range.waitFor();
    const use = form.getByRole("button", { name: "Use 14 h as the budget" });
    const lowerEnd = async () => {
      const box = await use.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    };
    const footer = await form.getByRole("button", { name: "Create project" }).boundingBox();
    await expect.poll(lowerEnd, { message: "the answer is in view" }).toBeLessThan(footer?.y ?? 0);
    const question = { query: "Landing page", client_id };
    expect(requests).toEqual([question, question]);
    await form.getByText("Typically 14 hours, 0.5 to 2 weeks. Confidence: Low.").waitFor();
    await form.getByText("It comes from all 12 tasks", { exact: false }).waitFor();
    expect(await form.getByTitle(/ h$/).count(), "dots").toBe(12);
    expect(await form.getByRole("link").count(), "links that would leave the form").toBe(0);
    await inEveryLookOfState(page, async (look) => {
      await use.scrollIntoViewIfNeeded();
      await expectAccessible(page, `estimate in a new project ${look}`);
      await screenshot(page, `new-project-estimate-${look}`);
    });
    await use.press("Enter");
    const budget = form.getByLabel("Budget in hours");
    expect(await budget.inputValue()).toBe("14");
    await expect.poll(() => budget.evaluate((one) => one === document.activeElement)).toBe(true);
    await form.getByRole("button", { name: "Create project" }).click();
    await page.getByText("Project Landing page created.").waitFor();
    expect(actions).toMatchObject([{ type: "project_create", budget_hours: 14 }]);
  });

  it("hides an estimate once its name or client changes, and asks for that of a new account's client", async () => {
    const requests: object[] = [];
    const estimating = get(outcome, ({ query }) => {
      requests.push(query);
      return demoOutcome(new Date(at), query);
    });
    const { answers } = projectService();
    const { page, form } = await openForm("/portfolio?q=shop", [estimating, ...answers]);
    const estimate = form.getByRole("button", { name: "Estimate from finished work" });
    const range = form.getByRole("heading", { name: "3.5 to 31 hours" });
    await form.getByLabel("Name", { exact: true }).fill("Landing page");
    await estimate.click();
    await range.waitFor();
    // Typing requests nothing, or the service would be asked for each letter.
    await form.getByLabel("Name", { exact: true }).press("End");
    await form.getByLabel("Name", { exact: true }).pressSequentially(" of a shop");
    await range.waitFor({ state: "detached" });
    await estimate.click();
    await range.waitFor();
    await form.getByText("New account").click();
    await form.getByRole("combobox", { name: "Client" }).fill(shop.client_name);
    await page.getByRole("option", { name: shop.client_name, exact: true }).click();
    await range.waitFor({ state: "detached" });
    await estimate.click();
    // The demo dataset has no finished work for this client.
    await form.getByRole("heading", { name: "Not enough finished work" }).waitFor();
    await form.getByText("An estimate needs 9", { exact: false }).waitFor();
    expect(await form.getByRole("button", { name: /^Use/ }).count()).toBe(0);
    expect(requests).toEqual([
      { query: "Landing page" },
      { query: "Landing page of a shop" },
      { query: "Landing page of a shop", client_id },
    ]);
  });

  it("is not offered to members", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    await page.getByRole("link", { name: shop.name }).waitFor();
    expect(await page.getByRole("button", { name: "New project" }).count()).toBe(0);
  });
});
