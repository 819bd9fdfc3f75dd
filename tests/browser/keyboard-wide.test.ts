import { describe } from "vitest";
import { walkByKeyboard } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkByKeyboard(1440));
