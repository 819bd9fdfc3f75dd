/** A day with forms; tests/component/app/keyboard.test.ts proves the keys, and each form's test proves its focus. */
import { describe } from "vitest";
import { walkWithForms } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkWithForms(1440));
