import { describe } from "vitest";
import { walkWithForms } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkWithForms(1440));
