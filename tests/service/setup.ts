/** Runs with each file: those of a worker share their modules. */
import { forgetTokens } from "../support/personas.ts";

forgetTokens();
