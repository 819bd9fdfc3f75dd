import type { PersonChange } from "../../api/routes.ts";
import type { PersonRow } from "./queries.ts";

type Before = Pick<
  PersonRow,
  "id" | "name" | "email" | "role" | "client_id" | "is_prompt_owner" | "merged_into_id"
>;

/**
 * The exact inverse of a change, if the viewer may still make it; null if there is none. Offboarding has none:
 * only a new invitation brings a person back.
 */
export function inverseOf(
  before: Before,
  change: PersonChange,
  viewerId: string,
): PersonChange | null {
  switch (change.to) {
    case "membership":
      return { ...change, is_member: !change.is_member };
    case "prompt_owner":
      return { ...change, is_prompt_owner: !change.is_prompt_owner };
    case "offboarded":
      return null;
    case "name":
      return { to: "name", name: before.name };
    case "email":
      return { to: "email", email: before.email };
    case "merged":
      return { to: "unmerged" };
    case "unmerged":
      return before.merged_into_id ? { to: "merged", into_id: before.merged_into_id } : null;
    case "role": {
      const isStepDown = before.id === viewerId && change.role !== "admin";
      const losesPrompt = before.is_prompt_owner && !["admin", "lead"].includes(change.role);
      const losesMemberships = change.role === "client" && before.role !== "client";
      if (isStepDown || losesPrompt || losesMemberships) return null;
      return { to: "role", role: before.role, client_id: before.client_id };
    }
  }
}
