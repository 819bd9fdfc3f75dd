/** An inbox that accepts proposals, and the form of a proposal. */
import type { Page } from "playwright-core";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { type InboxAction, inbox } from "../../../supabase/functions/_domain/approvals/contract.ts";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { get, post } from "../answers.ts";
import { type Card, card, inboxWith, kinds } from "../fixtures/cards.ts";
import { projects } from "../fixtures/projects.ts";

export type Action = (typeof InboxAction)["_zod"]["output"];
export const project = projects[0];

const options = get(portfolioOptions, {
  clients: [],
  accounts: [],
  people: [],
  service_lines: [],
  left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
});

/** Adds each proposal to the list of cards, unless `refuse` returns an error. `fields` override those of the card. */
export function proposalService(
  refuse?: () => AppError | undefined,
  fields: Partial<Card["approval"]> = {},
) {
  const cards: Card[] = [];
  const requests: Action[] = [];
  const { answers } = inboxWith(cards);
  const take = post(inbox, ({ body }) => {
    requests.push(body);
    const refusal = refuse?.();
    if (refusal) throw refusal;
    if (body.action !== "propose") throw new Error("Only proposals are expected");
    const title = String(body.payload["title"] ?? body.kind);
    const newCard = card(cards.length + 1, title, {
      kind: body.kind,
      payload: body.payload,
      ...fields,
    });
    cards.push(newCard);
    return { approval: newCard.approval };
  });
  return { requests, answers: [take, kinds, options, ...answers] };
}

export const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Propose a card" });
export async function choose(page: Page, label: string, option: string) {
  const input = dialogOf(page).getByRole("combobox", { name: label });
  if (await input.isEditable()) await input.fill(option);
  else await input.click();
  await page
    .getByRole("listbox", { name: label })
    .getByRole("option", { name: option, exact: true })
    .click();
}
