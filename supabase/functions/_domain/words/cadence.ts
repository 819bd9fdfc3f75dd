import type { Enums } from "../../_schema/database.types.ts";

/** How often a client expects a status, inside a sentence. */
export const cadenceInWords: Record<Enums<"reporting_cadence">, string> = {
  weekly: "every week",
  fortnightly: "every two weeks",
  monthly: "every month",
  quarterly: "every quarter",
  on_request: "on request",
};
