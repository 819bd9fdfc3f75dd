import { describe } from "vitest";
import { walkByKeyboard } from "./keyboard-walks.ts";

describe("by keyboard alone at 390 px", () => walkByKeyboard(390));
