import type { z } from "zod";
import type {
  Account as AccountSchema,
  account,
  password,
} from "../../../supabase/functions/_domain/identity/account-contract.ts";
import type { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import type {
  PersonChange as PersonChangeSchema,
  people,
} from "../../../supabase/functions/_domain/identity/people-contract.ts";
import type { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import type { config } from "../../../supabase/functions/_domain/platform/contract.ts";
import type {
  PortfolioActionInput,
  portfolioActions,
  ReconciliationResolution,
  ReconciliationResolutionAction,
  VersionConflict as VersionConflictSchema,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type {
  Finding as FindingSchema,
  portfolioHealth,
} from "../../../supabase/functions/_domain/portfolio/health-contract.ts";
import type {
  ImportResult,
  portfolioImport,
} from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import type { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import type {
  PromptVersion as PromptVersionSchema,
  servicePrompt,
} from "../../../supabase/functions/_domain/prompts/contract.ts";
import { call, searchOf } from "./client.ts";

// The routes the console calls, typed by their contracts (types only: no schema is in the bundle).

export type Config = z.infer<typeof config.get.response>;
type Whoami = z.infer<typeof whoami.get.response>;
export type Viewer = Whoami["viewer"];
type ImportRequest = z.infer<typeof portfolioImport.post.body>;
type RequestOf<Mode extends ImportRequest["mode"]> = Extract<ImportRequest, { mode: Mode }>;
export type ImportAnswer = z.infer<typeof ImportResult>;
export type ImportRun = ImportAnswer["run"];
export type ImportRow = ImportAnswer["rows"][number];
export type ImportMapping = ImportAnswer["mapping"];
export type HealthQuery = Partial<z.infer<typeof portfolioHealth.get.query>>;
export type HealthAnswer = z.infer<typeof portfolioHealth.get.response>;
export type Finding = z.infer<typeof FindingSchema>;
export type FindingState = Finding["state"];
export type FindingSeverity = Finding["severity"];
export type FindingResolution = z.input<typeof ReconciliationResolutionAction>;
export type { PortfolioActionInput };
export type PortfolioActionAnswer = z.infer<typeof portfolioActions.post.response>;
export type PortfolioOptions = z.infer<typeof portfolioOptions.get.response>;
export type VersionConflict = z.infer<typeof VersionConflictSchema>;

export type Account = z.infer<typeof AccountSchema>;
export type PeopleAction = z.input<typeof people.post.body>;
type PeopleAnswer = z.output<typeof people.post.response>;
export type PersonChange = z.input<typeof PersonChangeSchema>;
export type ChangePreview = Extract<PeopleAnswer, { action: "preview" }>;
export type Access = ChangePreview["before"];

export type Settings = z.infer<typeof settings.get.response>["settings"];
export type PromptAction = z.input<typeof servicePrompt.post.body>;
type PromptAnswer = z.output<typeof servicePrompt.post.response>;
export type PromptVersion = z.output<typeof PromptVersionSchema>;
export type Prompt = Omit<Extract<PromptAnswer, { action: "get_prompt" }>, "action">;

export const getConfig = () => call<Config>("GET", "config");

export const getWhoami = (signal?: AbortSignal) => call<Whoami>("GET", "whoami", { signal });

export const getAccount = (signal?: AbortSignal) =>
  call<{ account: Account }>("GET", "account", { signal });

/** Raises 409 version_conflict when the person has a newer version than the named one. */
export const changeAccount = (body: z.input<typeof account.post.body>) =>
  call<{ account: Account }>("POST", "account", { body });

/** Raises 404 link_not_valid, and 400 weak_password with the rule that the password breaks. */
export const redeemPasswordLink = (body: z.input<typeof password.post.body>) =>
  call<{ email: string }>("POST", "password", { body });

/** Raises 409 import_plan_changed if `plan_hash` is present and does not match the current plan. */
export const importPortfolio = (body: RequestOf<"dryRun" | "apply">) =>
  call<ImportAnswer>("POST", "portfolio-import", { body });

/** Raises 409 version_conflict with the newer changes when `version` is not the current one. */
export const actOnPeople = <Name extends PeopleAction["action"]>(
  body: Extract<PeopleAction, { action: Name }>,
) => call<Extract<PeopleAnswer, { action: Name }>>("POST", "people", { body });

export const getSettings = (signal?: AbortSignal) =>
  call<{ settings: Settings }>("GET", "settings", { signal });

/** Raises 409 version_conflict when the named version is no longer current. */
export const changeSettings = (body: z.input<typeof settings.post.body>) =>
  call<{ settings: Settings }>("POST", "settings", { body });
/** Raises 409 version_conflict when the expected version is no longer live. */
export const actOnPrompt = <Name extends PromptAction["action"]>(
  body: Extract<PromptAction, { action: Name }>,
  signal?: AbortSignal,
) =>
  call<Extract<PromptAnswer, { action: Name }>>("POST", "service-prompt", {
    body,
    ...(signal && { signal }),
  });

export const getPortfolioHealth = (query: HealthQuery, signal?: AbortSignal) =>
  call<HealthAnswer>("GET", `portfolio-health${searchOf(query)}`, { signal });

/** Raises 409 finding_changed, version_conflict or already_settled when the finding has changed in the meantime. */
export const resolveFinding = (body: FindingResolution) =>
  call<{ resolution: z.infer<typeof ReconciliationResolution> }>("POST", "portfolio-actions", {
    body,
  });

/** Raises 409 import_touched, with the rows that something newer has changed. */
export const undoImport = (run_id: string) =>
  call<{ run: ImportRun }>("POST", "portfolio-import", {
    body: { mode: "undo", run_id } satisfies RequestOf<"undo">,
  });

/** Replaces the mapping of that name. */
export const saveImportMapping = (name: string, mapping: ImportMapping) =>
  call<unknown>("POST", "portfolio-import", {
    body: { mode: "saveMapping", name, mapping } satisfies RequestOf<"saveMapping">,
  });

export const deleteImportMapping = (mapping_id: string) =>
  call<unknown>("POST", "portfolio-import", {
    body: { mode: "deleteMapping", mapping_id } satisfies RequestOf<"deleteMapping">,
  });

/** Raises 409 version_conflict with the newer changes when the named version is no longer current. */
export const portfolioAction = (body: PortfolioActionInput) =>
  call<PortfolioActionAnswer>("POST", "portfolio-actions", { body });

export const getPortfolioOptions = (q: string, signal?: AbortSignal) =>
  call<PortfolioOptions>("GET", `portfolio-options?${new URLSearchParams({ q, limit: "20" })}`, {
    signal,
  });
