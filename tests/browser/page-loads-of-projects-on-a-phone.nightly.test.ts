/**
 * Every page about projects, at the width of a phone, within its budgets.
 * page-loads.test.ts proves the budgets on the heaviest pages.
 */
import { testLoadsOfProjects } from "./load-budgets.ts";

testLoadsOfProjects(390);
