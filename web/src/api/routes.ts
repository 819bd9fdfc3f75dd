import type { z } from "zod";
import type { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import type {
  PersonChange as PersonChangeSchema,
  people,
} from "../../../supabase/functions/_domain/identity/people-contract.ts";
import type { config } from "../../../supabase/functions/_domain/platform/contract.ts";
import type {
  PortfolioActionInput,
  portfolioActions,
  VersionConflict as VersionConflictSchema,
} from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type {
  ClientPortfolio,
  portfolioImport,
} from "../../../supabase/functions/_domain/portfolio/contract.ts";
import type { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { call } from "./client.ts";

// The routes the console calls, typed by their contracts (types only: no schema is in the bundle).

export type Config = z.infer<typeof config.get.response>;
export type Whoami = z.infer<typeof whoami.get.response>;
export type Viewer = Whoami["viewer"];
export type NarrowPortfolio = z.infer<typeof ClientPortfolio>;
export type ImportRequest = z.infer<typeof portfolioImport.post.body>;
export type ImportAnswer = z.infer<typeof portfolioImport.post.response>;
export type ImportRun = ImportAnswer["run"];
export type ImportRow = ImportAnswer["rows"][number];
export type ImportMapping = ImportAnswer["mapping"];
export type { PortfolioActionInput };
export type PortfolioActionAnswer = z.infer<typeof portfolioActions.post.response>;
export type PortfolioOptions = z.infer<typeof portfolioOptions.get.response>;
export type VersionConflict = z.infer<typeof VersionConflictSchema>;

export type PeopleAction = z.input<typeof people.post.body>;
export type PeopleAnswer = z.output<typeof people.post.response>;
export type PersonChange = z.input<typeof PersonChangeSchema>;
export type ChangePreview = Extract<PeopleAnswer, { action: "preview" }>;
export type Access = ChangePreview["before"];

export const getConfig = () => call<Config>("GET", "config");

export const getWhoami = (signal?: AbortSignal) => call<Whoami>("GET", "whoami", { signal });

export const getClientPortfolio = (signal?: AbortSignal) =>
  call<NarrowPortfolio>("GET", "portfolio", { signal });

export const listImportRuns = (signal?: AbortSignal) =>
  call<{ runs: ImportRun[] }>("GET", "portfolio-import", { signal });

/** Raises 409 import_plan_changed when `plan_hash` is given and the plan is another one by now. */
export const importPortfolio = (body: ImportRequest) =>
  call<ImportAnswer>("POST", "portfolio-import", { body });

/** Raises 409 version_conflict with what changed since, when `version` is not the one in force. */
export const actOnPeople = <Name extends PeopleAction["action"]>(
  body: Extract<PeopleAction, { action: Name }>,
) => call<Extract<PeopleAnswer, { action: Name }>>("POST", "people", { body });

/** Raises 409 version_conflict with what changed since, when the named version is no longer in force. */
export const portfolioAction = (body: PortfolioActionInput) =>
  call<PortfolioActionAnswer>("POST", "portfolio-actions", { body });

export const getPortfolioOptions = (q: string, signal?: AbortSignal) =>
  call<PortfolioOptions>("GET", `portfolio-options?${new URLSearchParams({ q, limit: "20" })}`, {
    signal,
  });
