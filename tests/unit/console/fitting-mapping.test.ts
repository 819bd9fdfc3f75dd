import { expect, it } from "vitest";
import { fittingMapping } from "../../../web/src/features/import/fitting-mapping.ts";

it("a saved mapping keeps what fits a file, and names the columns it lacks", () => {
  const columns = [{ name: "Job", samples: [] }];
  const mapping = {
    fields: {
      project_code: { column: "Job" },
      client_name: { value: "Fable" },
      hours: { column: "Spent" },
      task_estimate_hours: { column: "Spent" },
    },
    date_format: "DD.MM.YYYY" as const,
  };
  expect(fittingMapping(mapping, columns)).toEqual({
    mapping: {
      fields: { project_code: { column: "Job" }, client_name: { value: "Fable" } },
      date_format: "DD.MM.YYYY",
    },
    missing: ["Spent"],
  });
});
