/** Imported people of an organization, who can be merged. */
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { importedPerson, organization } from "./organization.ts";

export const list = "/settings/people";
export const { member, admin } = people;
export const importedName = importedPerson.name ?? "";

export function organizationWithImport() {
  const own = organization();
  own.directory.push({ ...importedPerson });
  return own;
}

export const open = (path: string, answers: ReturnType<typeof organization>["answers"]) =>
  openConsole(`${list}/${path}`, { as: admin, answers });
