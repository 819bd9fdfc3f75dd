/** Every page at the width of a desk, within its budgets. */
import { testLoads } from "./load-budgets.ts";

testLoads(1440);
