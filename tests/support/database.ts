/** The database as its owner: for reading back what really happened, past every policy. */
import postgres from "postgres";
import { inject } from "vitest";

/** Stays open until the worker ends: its files share this module. */
export const owner = postgres(inject("stack").database_url, { max: 4, onnotice: () => {} });
