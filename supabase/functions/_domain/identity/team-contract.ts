import { z } from "zod";
import { Id } from "../contract.ts";
import { PersonRole } from "./contract.ts";

const People = z.array(Id).max(100).default([]);
const team = { project_id: Id, add: People, remove: People };

/** Additions to and removals from a project's team in one change, for its preview and its execution. */
export const PreviewTeam = z.strictObject({ action: z.literal("preview_team"), ...team });
export const ChangeTeam = z.strictObject({ action: z.literal("change_team"), ...team });

export const TeamPreview = z.object({
  action: z.literal("preview_team"),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      role: PersonRole,
      leads_project: z.boolean(),
      was_member: z.boolean(),
      is_member: z.boolean(),
      saw_project: z.boolean(),
      sees_project: z.boolean(),
    }),
  ),
});

export const TeamChange = z.object({
  action: z.literal("change_team"),
  project_id: Id,
  added: z.array(Id).describe("Without people who were already members"),
  removed: z.array(Id).describe("Without people who were not members"),
});
