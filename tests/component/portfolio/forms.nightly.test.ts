/**
 * The looks of more forms, and an undone classification.
 * forms.test.ts checks a form with the same fields and buttons, keeps a later classification at an undo, and undoes the
 * name of an account; new-project.test.ts checks two states of a new project.
 */
import { describe, expect, it } from "vitest";
import { openClassification } from "./classification.ts";
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

it("a classification is undone", async () => {
  const { page, requests, classify } = await openClassification();
  await classify("Low risk");
  await page.keyboard.press("z");
  await page.getByText("Undone.").waitFor();
  expect(requests).toEqual([
    [1, "low"],
    [2, "high"],
  ]);
});
