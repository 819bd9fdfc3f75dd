/**
 * More walks on a desktop. keyboard-forms.nightly.test.ts proves that a new card takes the focus, as a new project does, and that a
 * sent form returns it; tests/component/tasks proves the keys of a task and its panel,
 * tests/component/table/saved-views.test.ts proves the keys of a view, and tests/component/time/week.test.ts proves
 * the keys of the hours.
 */
import { describe } from "vitest";
import { walkWithMoreForms } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkWithMoreForms(1440));
