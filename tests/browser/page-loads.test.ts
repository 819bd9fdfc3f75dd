/** Every page about anything but projects, at the width of a desk, within its budgets. */
import { testOtherLoads } from "./load-budgets.ts";

testOtherLoads(1440);
