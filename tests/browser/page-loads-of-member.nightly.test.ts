/**
 * Every page as a member, at both widths, within its budgets.
 * page-loads.test.ts proves the budgets on the heaviest pages.
 */
import { testLoadsOf } from "./load-budgets.ts";

testLoadsOf("member");
