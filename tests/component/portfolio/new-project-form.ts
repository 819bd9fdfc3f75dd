/** The form of a new project, and the service that creates projects. */
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type PortfolioAction,
  portfolioActions,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { type Answer, get, post, rows } from "../answers.ts";
import { openConsole, waitUntilLoaded } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";

const project = projects.find(({ code }) => code === "SHOP-01");
if (!project) throw new Error("The fixture has no shop");

export const shop = project;

export const { account_id, account_name, client_id, client_name } = shop;

export const account = { id: account_id, name: account_name, client_id, client_name };

export const at = "2026-11-20T09:00:00+00:00";

/** A service that creates the requested project, and records the requests. */
export function projectService(
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

export function createdProject(fields: { name?: string; version?: number; archived_at?: string }) {
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

export const answers: Answer[] = [
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

export async function openForm(address: string, all: Answer[]) {
  const page = await openConsole(address, { answers: all });
  await page.getByRole("button", { name: "New project" }).click();
  const form = page.getByRole("dialog", { name: "New project" });
  await form.locator("form").waitFor();
  await waitUntilLoaded(page);
  return { page, form };
}
