import { describe, expect, it } from "vitest";
import { portfolioImport } from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import type { ImportMapping } from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { post } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { importAnswer, tasksCreated } from "../fixtures/imports.ts";
import { choose, expectFocusAtProblem, focusedId, receipts } from "./chosen-file.ts";

describe("the mapping", () => {
  it("lists the columns that are not imported, until each has a field", async () => {
    const page = await openConsole("/import", {
      answers: [post(portfolioImport, importAnswer()), ...receipts],
    });
    await choose(page);
    await page.getByText("1 column of the file is not imported: rate.").waitFor();
    await page.getByLabel("Note", { exact: true }).selectOption("rate");
    await page.getByText("of the file is not imported").waitFor({ state: "detached" });
  });

  it("goes to the field that a problem names", () => expectFocusAtProblem(1440));
});

describe("who will see which project", () => {
  it("is listed before it is applied, and another choice creates another preview", async () => {
    const choices: ImportMapping["memberships"][] = [];
    const memberships = { create: 1, update: 0, unchanged: 0, skipped: 0 };
    const importing = post(portfolioImport, ({ body }) => {
      if (body.mode !== "dryRun") throw new Error(body.mode);
      choices.push(body.mapping?.memberships);
      return importAnswer({ counts: { ...tasksCreated(2), memberships } }, body.mapping);
    });
    const page = await openConsole("/import", { answers: [importing, ...receipts] });
    await choose(page);
    await page.getByText("The import will create 1 project, 2 tasks and 1 membership.").waitFor();
    await page.getByRole("heading", { name: "Who will see which project" }).waitFor();
    await page.getByRole("rowheader", { name: "Ada Example" }).waitFor();
    await page.getByRole("button", { name: "Review 1 new membership" }).click();
    await expect.poll(() => focusedId(page)).toBe("memberships");
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `import memberships ${look}`);
      await screenshot(page, `import-memberships-${look}`);
    });
    await page.getByLabel("New project members").selectOption("Everyone in the file");
    await expect.poll(() => choices).toEqual([undefined, "all"]);
  });
});
