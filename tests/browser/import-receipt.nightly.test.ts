/**
 * A file from its choice to the receipt. tests/component/import proves the page, and tests/service/import.test.ts what an
 * import writes.
 */
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import {
  as,
  expectAccessible,
  focusedText,
  screenshot,
  visit,
  waitUntilLoaded,
} from "./console.ts";
import { choose, csv, header, organization } from "./import-page.ts";

describe("importing a file", () => {
  it("previews, applies and leaves a receipt", async () => {
    const code = "IMP-1";
    const file = csv("import.csv", [
      header,
      `Fable,${code},Imported shop,T1,First task,open,Ada Example,2.5,2026-03-02`,
      `Fable,${code},Imported shop,T2,Second task,SHIPPED,Ada Example,4,2026-03-03`,
    ]);
    await as("other_admin", {}, async (page) => {
      await visit(page, "/import", "Import");
      await choose(page, file);

      await page.getByText('"SHIPPED" is not one of').first().waitFor();
      expect(await focusedText(page)).toBe(file.name);
      await page.getByLabel("Task status: what SHIPPED means").selectOption("done");
      await page.getByText("The mapping changed").waitFor();
      await page.getByRole("button", { name: "Preview again" }).click();
      await page
        .getByText("The import will create 1 project, 2 tasks and 2 time entries")
        .or(page.getByText("The import will create 1 client, 1 account, 1 project"))
        .waitFor();
      await waitUntilLoaded(page);
      expect(await focusedText(page)).toBe("Import preview");
      await screenshot(page, "import-mapped");

      await page.getByRole("button", { name: "Apply this import" }).click();
      await page.getByRole("link", { name: "Open the portfolio" }).waitFor();
      await waitUntilLoaded(page);
      expect(await focusedText(page)).toBe(file.name);
      await expectAccessible(page, "receipt", { checkedIn: "tests/component/import/plan.test.ts" });
      await screenshot(page, "import-receipt");
      const rows = await sql<{ hours: number; tasks: number }[]>`
        select
          (select sum(hours)::float8 from public.time_entries
           where project_id = projects.id) as hours,
          (select count(*)::int from public.tasks where project_id = projects.id) as tasks
        from public.projects where organization_id = ${organization} and code = ${code}`;
      expect(rows).toEqual([{ hours: 6.5, tasks: 2 }]);

      await page.getByRole("link", { name: "Open the portfolio" }).click();
      await page.getByRole("link", { name: "Imported shop" }).click();
      await page.getByRole("heading", { level: 1, name: "Imported shop" }).waitFor();
    });
  });
});
