import type { Enums, Rows } from "../../supabase/client.ts";

export type Cadence = Enums["reporting_cadence"];

export const cadences: readonly Cadence[] = [
  "weekly",
  "fortnightly",
  "monthly",
  "quarterly",
  "on_request",
];

export const cadenceLabels: Record<Cadence, string> = {
  weekly: "Every week",
  fortnightly: "Every two weeks",
  monthly: "Every month",
  quarterly: "Every quarter",
  on_request: "On request",
};

/** A person on the client's side; unknown fields are empty. */
export interface Contact {
  name: string;
  role: string;
  email: string;
  phone: string;
}

/** Parses the column, whose type says only that it is JSON. */
export function contactsIn(column: Rows["operating_profiles"]["contacts"]): Contact[] {
  if (!Array.isArray(column)) return [];
  return column.map((entry) => {
    const contact = (entry ?? {}) as Record<string, unknown>;
    const text = (field: string) => String(contact[field] ?? "");
    return {
      name: text("name"),
      role: text("role"),
      email: text("email"),
      phone: text("phone"),
    };
  });
}
