/**
 * An estimate that is out of date in the form of a project.
 * new-project.test.ts asks for an estimate of the account's client; inbox/propose.test.ts hides one once its question
 * changes, in the same part of a form.
 */
import { describe, expect, it } from "vitest";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get } from "../answers.ts";
import { at, client_id, openForm, projectService, shop } from "./new-project-form.ts";

describe("a new project", () => {
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
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Landing page");
    await estimate.click();
    await range.waitFor();
    // Typing requests nothing, or the service would be asked for each letter.
    await form.getByRole("textbox", { name: "Name", exact: true }).press("End");
    await form.getByRole("textbox", { name: "Name", exact: true }).pressSequentially(" of a shop");
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
});
