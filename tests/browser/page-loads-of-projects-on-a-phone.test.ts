/** Every page about projects at the width of a phone, within its budgets. */
import { testLoadsOfProjects } from "./load-budgets.ts";

testLoadsOfProjects(390);
