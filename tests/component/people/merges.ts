/** Imported people of an organization, who can be merged. */
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { imported, organization } from "./organization.ts";

export const list = "/settings/people";
export const { member, admin } = people;
export const importedName = imported.name ?? "";

export function organizationWithImport() {
  const own = organization();
  own.known.push({ ...imported });
  return own;
}

export const open = (path: string, answers: ReturnType<typeof organization>["answers"]) =>
  openConsole(`${list}/${path}`, { as: admin, answers });
