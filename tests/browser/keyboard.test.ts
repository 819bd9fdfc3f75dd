import { describe } from "vitest";
import { walkToNewPages } from "./keyboard-walks.ts";

describe("by keyboard alone at 1440 px", () => walkToNewPages(1440));
