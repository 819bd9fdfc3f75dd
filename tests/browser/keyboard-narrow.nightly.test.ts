/**
 * Every walk on a phone.
 * keyboard-forms.nightly.test.ts walks on a desktop; tests/component/app/keyboard.test.ts proves the keys of the shell on a phone.
 */
import { describe } from "vitest";
import { walkWithForms, walkWithMoreForms } from "./keyboard-walks.ts";

describe("by keyboard alone at 390 px", () => {
  walkWithForms(390);
  walkWithMoreForms(390);
});
