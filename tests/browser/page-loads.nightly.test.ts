/**
 * Every page about anything but projects, at the width of a desktop, within its budgets.
 * page-loads.test.ts proves the budgets on the heaviest pages.
 */
import { testOtherLoads } from "./load-budgets.ts";

testOtherLoads(1440);
