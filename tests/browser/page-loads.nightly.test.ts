/**
 * Every page that isn't about projects loads within its budgets at desktop width.
 * page-loads.test.ts proves the budgets on the heaviest pages.
 */
import { testOtherLoads } from "./load-budgets.ts";

testOtherLoads(1440);
