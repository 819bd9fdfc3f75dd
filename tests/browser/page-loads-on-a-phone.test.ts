/** Every page at the width of a phone, within its budgets. */
import { testLoads } from "./load-budgets.ts";

testLoads(390);
