import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { portfolioImport } from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import { get, post, rows } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { importAnswer, importRows } from "../fixtures/imports.ts";
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

describe("a file of rates", () => {
  it("the page shows the columns of rates, and the preview counts and explains them", async () => {
    const fields = {
      person: { column: "Person" },
      person_cost_per_hour: { column: "Cost per hour" },
      rate_valid_from: { column: "Valid from" },
    };
    const noCounts = { create: 0, update: 0, unchanged: 0, skipped: 0 };
    const message = "Robin is not a person here: correct the name, or add the person under People";
    const preview = importAnswer(
      {
        file_name: "rates.csv",
        counts: {
          rows: { ...noCounts, create: 2, update: 1, skipped: 1 },
          rates: { ...noCounts, create: 2, update: 1 },
        },
        validation: { problem_count: 1, problems: [{ line: 5, message, field: "person" }] },
      },
      { fields },
    );
    preview.columns = Object.values(fields).map(({ column }) => ({ name: column, samples: [] }));
    preview.unused = [];
    const page = await openConsole("/import", {
      answers: [...importRows, ...answers, post(portfolioImport, preview)],
    });
    await page.getByText("Import rates of people and projects").click();
    const columnsOf = (table: string) =>
      page
        .getByRole("table", { name: `${table}: columns and an example` })
        .getByRole("columnheader")
        .allInnerTexts();
    expect(await columnsOf("Rates of people")).toEqual([
      "Person email",
      "Person cost per hour",
      "Rate valid from",
    ]);
    expect(await columnsOf("Rates of projects")).toEqual([
      "Project code",
      "Project revenue per hour",
      "Project cost per hour",
      "Rate valid from",
    ]);
    await expectAccessible(page, "import of rates");

    const buffer = Buffer.from("Person,Cost per hour,Valid from\n");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer });
    await page
      .getByText("The import will create 2 rates, and update 1 rate, and skip 1 line.")
      .waitFor();
    await page.getByText(message).waitFor();
    const group = page.getByRole("group", { name: "Rate", exact: true });
    expect(await group.getByRole("combobox").count()).toBe(4);
    await page.getByRole("button", { name: "Correct mapping of “Person”" }).waitFor();
    expect(await page.getByRole("button", { name: "Save mapping…" }).isEnabled()).toBe(true);
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
