/**
 * Every page about projects, at the width of a desktop, within its budgets.
 * page-loads.test.ts proves the budgets on the heaviest pages.
 */
import { testLoadsOfProjects } from "./load-budgets.ts";

testLoadsOfProjects(1440);
