import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { get, rows } from "../answers.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";

const answers = [rows("portfolio_import_runs", []), rows("import_mappings", [])];

describe("access to imports", () => {
  it("a member sees no link to imports, and the page refuses access", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    expect(await page.getByRole("link", { name: "Import" }).count()).toBe(0);
    await openConsole("/import", { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
  });

  it.each(["admin", "lead"] as const)("%s can import", async (person) => {
    const page = await openConsole("/portfolio", { as: people[person], answers });
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
  });

  it("a client contact and an outsider get their own page at this URL", async () => {
    const narrow = get(portfolio, { shape: "client", projects: [] });
    const page = await openConsole("/import", { as: people.client, answers: [narrow] });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
    const outside = get(whoami, () => {
      throw new AppError(403, "no_membership", "You are not a member of an organization");
    });
    await openConsole("/import", { answers: [outside] });
    await page.getByRole("heading", { level: 1, name: "You are not a member yet" }).waitFor();
  });
});

describe("choosing a file", () => {
  it("a file of another kind is refused with one sentence", async () => {
    const page = await openConsole("/import", { answers });
    const picture = { name: "x.png", mimeType: "image/png", buffer: Buffer.from("x") };
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByText("Only CSV, Excel (.xlsx) and JSON files can be read.").waitFor();
  });
});
