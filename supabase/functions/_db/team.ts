import type { z } from "zod";
import type { PeopleAction } from "../_domain/identity/people-contract.ts";
import type { TeamChange, TeamPreview } from "../_domain/identity/team-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type TeamAction = Extract<PeopleAction, { action: "preview_team" | "change_team" }>;

export async function previewTeam(
  db: Db,
  { project_id, add, remove }: TeamAction,
): Promise<Omit<z.infer<typeof TeamPreview>, "action">> {
  const answer = await callFunction(db, "preview_project_team", {
    project_id,
    added: add,
    removed: remove,
  });
  return answer as unknown as Omit<z.infer<typeof TeamPreview>, "action">;
}

export async function changeTeam(
  db: Db,
  { project_id, add, remove }: TeamAction,
): Promise<Omit<z.infer<typeof TeamChange>, "action">> {
  const answer = await callFunction(db, "change_project_team", {
    project_id,
    added: add,
    removed: remove,
  });
  return answer as unknown as Omit<z.infer<typeof TeamChange>, "action">;
}
