/** Runs before each file. Files of a worker share modules, and with them the browser. */
import { afterAll } from "vitest";
import { forgetTokens } from "../support/personas.ts";
import { forgetSessions } from "./console.ts";
import { archiveOwnProjects } from "./own-project.ts";

forgetTokens();
forgetSessions();
afterAll(archiveOwnProjects);
