/** The database as its owner: for reading back what really happened, past every policy. */
import postgres from "postgres";
import { afterAll, inject } from "vitest";

export const owner = postgres(inject("stack").database_url, { max: 4, onnotice: () => {} });

afterAll(async () => {
  await owner.end({ timeout: 5 });
});
