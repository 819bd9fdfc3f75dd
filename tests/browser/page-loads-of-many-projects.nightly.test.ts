/**
 * Every page of a lead makes few requests with 5,000 projects.
 * tests/component/app/many-projects.test.ts proves it on the pages that sum up all projects or name some of them.
 */
import { testRequestsWithManyProjects } from "./load-budgets.ts";

testRequestsWithManyProjects();
