/**
 * The looks of more forms.
 * forms.test.ts checks a form with the same fields and buttons; new-project.test.ts checks two states of a new project.
 */
import { describe, it } from "vitest";
import { accountAddress, expectAccessibleForm, menu, press } from "./project-forms.ts";

describe("every form", () => {
  it.each([
    ["new-project", "/portfolio?q=shop", press("New project")],
    ["edit-project", "/portfolio?q=shop", menu("Edit project")],
    ["classify", "/portfolio?q=shop", menu("Classify project")],
    ["new-client", "/clients", press("New client")],
    ["new-account", "/clients", press("New account")],
    ["operating-profile", accountAddress, press("Edit profile")],
    ["edit-client", accountAddress, press("Edit client")],
    ["rename-account", accountAddress, press("Rename account")],
  ])("%s is accessible in every look", expectAccessibleForm);
});
