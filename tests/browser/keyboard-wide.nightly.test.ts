/**
 * The walks within a page, on a desk.
 * tests/component/tasks proves the keys of a task and its panel, tests/component/table/saved-views.test.ts those of a
 * view, tests/component/time/week.test.ts those of the hours.
 */
import { describe } from "vitest";
import { walkInsidePages } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkInsidePages(1440));
