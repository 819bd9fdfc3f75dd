/**
 * A problem's field on a phone, and the order of day and month.
 * mapping.test.ts goes to the field on a desktop. plan.test.ts maps columns after the service asked, and previews again;
 * tests/unit/portfolio/import-date-order.test.ts proves which dates are unclear.
 */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioImport } from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import type { ImportMapping } from "../../../supabase/functions/_domain/portfolio/import-mapping.ts";
import { post } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { importAnswer } from "../fixtures/imports.ts";
import { choose, expectFocusAtProblem, focusedId, receipts } from "./chosen-file.ts";

describe("the mapping", () => {
  it("goes to the field that a problem names on a phone", () => expectFocusAtProblem(390));

  it("asks for the order of day and month where a column leaves it open", async () => {
    const mappings: (ImportMapping | undefined)[] = [];
    const guess: ImportMapping = {
      fields: { project_code: { column: "project code" }, spent_on: { column: "day" } },
    };
    const importing = post(portfolioImport, ({ body }) => {
      if (body.mode !== "dryRun") throw new Error(body.mode);
      mappings.push(body.mapping);
      if (body.mapping) return importAnswer({}, body.mapping);
      throw new AppError(400, "date_order_needed", "…", {
        mapping: guess,
        unclear: [{ field: "spent_on", column: "day", samples: ["03/04/2026", "05/06/2026"] }],
        columns: [
          { name: "project code", samples: ["IMP-1"] },
          { name: "day", samples: ["03/04/2026", "05/06/2026"] },
        ],
      });
    });
    const page = await openConsole("/import", { answers: [importing, ...receipts] });
    await choose(page);
    await page.getByText("Does the day or the month come first?").waitFor();
    await page.getByText("day: 03/04/2026, 05/06/2026").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `import dates ${look}`);
      await screenshot(page, `import-dates-${look}`);
    });
    await page.getByRole("button", { name: "Choose the date format" }).click();
    await expect.poll(() => focusedId(page)).toBe("date-format");
    await page.getByLabel("Date format").selectOption("DD/MM/YYYY");
    await page.getByRole("button", { name: "Preview again" }).click();
    await page.getByText("The import will create 1 project and 2 tasks.").waitFor();
    expect(mappings).toEqual([undefined, { ...guess, date_format: "DD/MM/YYYY" }]);
  });
});
