/** The database as its owner, to read back the actual rows past every policy. */
import postgres from "postgres";
import { inject } from "vitest";

/** Stays open until the worker ends: its files share this module. */
export const owner = postgres(inject("stack").database_url, { max: 4, onnotice: () => {} });
