import type { Rows } from "../../supabase/client.ts";

/** The fields of a client's form, in its order. */
export const fields = ["name", "website", "note", "is_archived"] as const;
export type ClientField = (typeof fields)[number];

export const labels: Record<ClientField, string> = {
  name: "Name",
  website: "Website",
  note: "Note",
  is_archived: "Archived",
};

type Client = Pick<Rows["clients"], "name" | "website" | "note" | "archived_at">;

export const valuesOf = (client: Client) => ({
  name: client.name,
  website: client.website ?? "",
  note: client.note ?? "",
  is_archived: client.archived_at !== null,
});
export type ClientValues = ReturnType<typeof valuesOf>;

export function show(field: ClientField, value: unknown): string {
  if (field === "is_archived") return value ? "Archived" : "Not archived";
  return String(value) || "Empty";
}
