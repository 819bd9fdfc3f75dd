/** Portfolio actions as people of a test's own organization, over HTTP. */
import { expect } from "vitest";
import {
  type PortfolioActionInput,
  portfolioActions,
} from "../../supabase/functions/_domain/portfolio/action-contract.ts";
import { owner } from "../support/database.ts";
import type { Answer } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

type Role = keyof OwnOrganization["people"];

export const actionsRoute = "/api/portfolio-actions";

/** Sends anything as an action. */
export function act(
  organization: OwnOrganization,
  action: object,
  role: Role = "lead",
): Promise<Answer> {
  return organization.people[role].ask(actionsRoute, { body: action });
}

/** The answer to a successful action, checked against the contract. */
export async function perform(
  organization: OwnOrganization,
  action: PortfolioActionInput,
  role: Role = "lead",
) {
  const answer = await act(organization, action, role);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return portfolioActions.post.response.parse(answer.json) as Record<string, unknown> & {
    type: string;
  };
}

/** The details of a refusal. */
export function detailsOf(answer: Answer): unknown {
  return (answer.json as { details?: unknown }).details;
}

export async function versionOf(table: "projects" | "clients", id: string): Promise<number> {
  const [row] = await owner`select version from public.${owner(table)} where id = ${id}`;
  return row?.["version"];
}
