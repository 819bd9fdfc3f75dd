import type { z } from "zod";
import type {
  AuthoringProfile as AuthoringProfileSchema,
  authoringProfiles,
  deliverableDrafts,
  EvidencePack as EvidencePackSchema,
  updatesDraft,
} from "../../../supabase/functions/_domain/drafts/contract.ts";
import { call, searchOf } from "./client.ts";

export type AuthoringProfile = z.output<typeof AuthoringProfileSchema>;
export type EvidencePack = z.output<typeof EvidencePackSchema>;
export type EvidenceItem = EvidencePack["items"][number];
export type Draft = z.output<typeof deliverableDrafts.get.response>;
type ProfileBody = z.input<typeof authoringProfiles.post.body>;
type SaveProfile = Extract<ProfileBody, { changes: object }>;
export type ProfileChanges = SaveProfile["changes"];
type DraftResult = z.output<typeof updatesDraft.post.response>;

export const draftUpdate = (body: z.input<typeof updatesDraft.post.body>) =>
  call<DraftResult>("POST", "updates/draft", { body });

export const draftDeliverable = (body: z.input<typeof deliverableDrafts.post.body>) =>
  call<DraftResult>("POST", "deliverable-drafts", { body });

/** Raises 404 draft_not_found for a card without a text for clients. */
export const getDraft = (approvalId: string, signal?: AbortSignal) =>
  call<Draft>("GET", `deliverable-drafts${searchOf({ approval_id: approvalId })}`, { signal });

/** Raises 409 draft_not_approved. */
export const getDraftFile = (approvalId: string, format: "docx" | "pdf") =>
  call<Blob>("GET", `draft-file${searchOf({ approval_id: approvalId, format })}`);

export const getProfiles = (signal?: AbortSignal) =>
  call<{ profiles: AuthoringProfile[] }>("GET", "authoring-profiles", { signal });

/**
 * Raises 409 version_conflict when the profile has changed in the meantime. Without an id it adds a profile, and raises
 * 409 key_taken.
 */
export const saveProfile = (body: SaveProfile) =>
  call<{ profile: AuthoringProfile }>("POST", "authoring-profiles", { body });

/** Raises 409 profile_in_use for a profile that a draft used. */
export const deleteProfile = ({ id, version }: Pick<AuthoringProfile, "id" | "version">) =>
  call<{ profile: AuthoringProfile }>("POST", "authoring-profiles", {
    body: { id, version, is_deleted: true } satisfies ProfileBody,
  });
