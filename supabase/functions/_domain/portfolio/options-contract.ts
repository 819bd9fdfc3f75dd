import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { PersonRole } from "../identity/contract.ts";

export const portfolioOptions = defineContract({
  slug: "portfolio-options",
  access: "user",
  get: {
    summary: "Clients, accounts, people and service lines to choose from (admin and lead)",
    query: z.strictObject({
      q: z.string().max(200).optional().describe("Part of a name, code or address"),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(50)
        .describe("Maximum length of each list"),
    }),
    response: z.object({
      clients: z.array(z.object({ id: Id, name: z.string() })),
      accounts: z.array(
        z.object({ id: Id, name: z.string(), client_id: Id, client_name: z.string() }),
      ),
      people: z.array(
        z.object({
          id: Id,
          name: z.string(),
          email: z.string().nullable(),
          role: PersonRole,
          is_employee: z.boolean(),
        }),
      ),
      service_lines: z.array(z.string()).describe("Service lines in use"),
      left_out: z
        .object({
          clients: z.int(),
          accounts: z.int(),
          people: z.int(),
          service_lines: z.int(),
        })
        .describe("How many more match; search to find them"),
    }),
  },
});
