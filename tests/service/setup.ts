/** Runs before each file: the files of a worker share modules, and tokens of an earlier file may have expired. */
import { forgetTokens } from "../support/personas.ts";

forgetTokens();
