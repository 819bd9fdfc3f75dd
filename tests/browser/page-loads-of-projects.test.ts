/** Every page about projects at the width of a desk, within its budgets. */
import { testLoadsOfProjects } from "./load-budgets.ts";

testLoadsOfProjects(1440);
