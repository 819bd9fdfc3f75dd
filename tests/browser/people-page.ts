/** The People page of an organization that a test may change. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { newPage, waitUntilLoaded } from "./console.ts";

export type Role = keyof OwnOrganization["people"];
type Look = NonNullable<Parameters<typeof newPage>[0]>;

export const names: Record<Role, string> = {
  admin: "Alma Ridgeway",
  lead: "Leo Marchetti",
  member: "Mina Okafor",
  client: "Cora Lindqvist",
};

export interface NamedOrganization extends OwnOrganization {
  gammaId: string;
}

export const peopleAddress = "/settings/people";

/** An organization whose people have names, with a third project without members. */
export async function namedOrganization(): Promise<NamedOrganization> {
  const organization = await makeOrganization();
  const gammaId = randomUUID();
  const { id, accountId, people } = organization;
  for (const [role, name] of Object.entries(names)) {
    await owner`update public.people set name = ${name} where id = ${people[role as Role].id}`;
  }
  await owner`update public.projects set name = initcap(code) || ' relaunch' where organization_id = ${id}`;
  await owner`insert into public.projects ${owner({
    id: gammaId,
    organization_id: id,
    account_id: accountId,
    code: "GAMMA",
    name: "Gamma relaunch",
    status: "active",
  })}`;
  return { ...organization, gammaId };
}

/** Runs a test in the window of a person. */
export async function withPage(
  person: { email: string },
  look: Look,
  address: string,
  heading: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage(look, person.email);
  try {
    await page.goto(address);
    await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
    await waitUntilLoaded(page);
    await run(page);
  } finally {
    await page.close();
  }
}
