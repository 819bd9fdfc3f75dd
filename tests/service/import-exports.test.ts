/** The preview of another tool's export counts every row and accounts for every column. */
import { beforeAll, expect, test } from "vitest";
import { ImportResult } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { toolExports } from "../support/tool-exports.ts";
import { importFile } from "./import-file.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

test.each(toolExports)(
  "the preview of an export of $tool counts every row and accounts for every column",
  async ({ csv, fields, unused, creates }) => {
    const preview = ImportResult.parse((await importFile(own.people.lead, { file: csv })).json);
    expect(preview.unused).toEqual(unused);
    const mapping = { ...preview.mapping, fields: { ...preview.mapping.fields, ...fields } };
    const { run } = ImportResult.parse(
      (await importFile(own.people.lead, { file: csv, mapping })).json,
    );
    expect(run.validation).toEqual({ problem_count: 0, problems: [] });
    const counts = Object.entries(run.counts ?? {}).map(([kind, count]) => [kind, count?.create]);
    expect(Object.fromEntries(counts)).toEqual(creates);
  },
);
