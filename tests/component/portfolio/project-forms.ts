/** The forms about a project, its client and its account. */
import type { Page } from "playwright-core";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { type Answer, get, rows } from "../answers.ts";
import {
  expectAccessible,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { shop, shopAnswers } from "../fixtures/project-page.ts";

export const name = shop?.name ?? "";

export const answers: Answer[] = [
  get(portfolioOptions, {
    clients: [{ id: shop?.client_id ?? "", name: shop?.client_name ?? "" }],
    accounts: [],
    people: [],
    service_lines: ["Commerce"],
    left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
  }),
  rows("portfolio_classifications", [
    {
      id: idOf(12, 1),
      project_id: shop?.id ?? "",
      version: 1,
      tier: "strategic",
      service_line: "Commerce",
      risk: "high",
      reason: "Fixed price, open scope.",
      classified_by: people.lead.id,
      created_at: "2026-11-13T09:00:00+00:00",
    },
  ]),
  ...shopAnswers().answers,
];

export const menu = (action: string) => async (page: Page) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
export const press = (button: string) => (page: Page) =>
  page.getByRole("button", { name: button }).click();

export async function openForm(address: string, open: (page: Page) => Promise<void>) {
  const page = await openConsole(address, { answers });
  await open(page);
  const dialog = page.getByRole("dialog");
  await dialog.locator("form").waitFor();
  await waitUntilLoaded(page);
  return { page, dialog };
}

export const accountAddress = `/accounts/${shop?.account_id}`;

export async function expectAccessibleForm(
  form: string,
  address: string,
  open: (page: Page) => Promise<void>,
) {
  const { page } = await openForm(address, open);
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `${form} ${look}`);
    await screenshot(page, `form-${form}-${look}`);
  });
}
