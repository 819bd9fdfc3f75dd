/**
 * The simulator's contracts are an extract of the vendors' own descriptions. Those are not part of the project:
 * VENDOR_APIS names their folder; without it this file is skipped.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readContract } from "../../../scripts/vendors/contract.ts";
import { plans } from "../../../scripts/vendors/contract-plans.ts";
import { extract, extractLinear } from "../../../scripts/vendors/extract-contracts.ts";

const folder =
  process.env.VENDOR_APIS ?? path.resolve(import.meta.dirname, "../../../../shared/vendor-apis");

describe.skipIf(!existsSync(folder))("the contract equals the vendor's description", () => {
  test.each(plans.map((plan) => [plan.vendor, plan] as const))("%s", (vendor, plan) => {
    // As JSON, because absent fields are absent there.
    expect(readContract(vendor)).toEqual(JSON.parse(JSON.stringify(extract(plan, folder))));
  });

  test("linear", () => {
    expect(readContract("linear")).toEqual(extractLinear(folder));
  });
});
