/**
 * For any content of the cells, a dry run predicts the apply, a bad cell skips only its own line, and a second import
 * of the file changes nothing.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { randomized } from "../support/depth.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { anyImportFile } from "./any-import-file.ts";
import { importFile, portfolioState } from "./import-file.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

interface Result {
  run: { plan_hash: string; counts: Record<string, Record<string, number>> };
}

test("a dry run and apply agree, and a second upload changes nothing", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyImportFile, async ({ file, mapping, isBlank }) => {
      fc.pre(!isBlank);
      const lead = own.people.lead;
      const before = await portfolioState(own.id);
      const dryRun = await importFile(lead, { file, mapping });
      expect([dryRun.status, dryRun.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      expect(await portfolioState(own.id)).toEqual(before);

      const preview = (dryRun.json as Result).run;
      const apply = await importFile(lead, {
        file,
        mapping,
        mode: "apply",
        planHash: preview.plan_hash,
      });
      expect([apply.status, apply.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      expect((apply.json as Result).run.counts).toEqual(preview.counts);

      const after = await portfolioState(own.id);
      const again = await importFile(lead, { file, mapping, mode: "apply" });
      const { create, update, unchanged, skipped } =
        (again.json as Result).run.counts["rows"] ?? {};
      const first = preview.counts["rows"] ?? {};
      expect({ create, update, skipped }).toEqual({
        create: 0,
        update: 0,
        skipped: first["skipped"],
      });
      expect(unchanged).toBe(
        (first["create"] ?? 0) + (first["update"] ?? 0) + (first["unchanged"] ?? 0),
      );
      expect(await portfolioState(own.id)).toEqual(after);
    }),
    { ...randomized({ default: 15, nightly: 40 }), endOnFailure: true },
  );
});
