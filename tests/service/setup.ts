/** Runs before each file. Files of a worker share modules. */
import { forgetTokens } from "../support/personas.ts";

forgetTokens();
