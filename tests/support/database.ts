/** The database as its owner: for reading back what really happened, past every policy. */
import postgres from "postgres";
import { inject } from "vitest";

/** Open until the worker ends, for all of its files. */
export const owner = postgres(inject("stack").database_url, { max: 4, onnotice: () => {} });
