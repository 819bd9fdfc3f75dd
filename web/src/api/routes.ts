import type { z } from "zod";
import type { whoami } from "../../../supabase/functions/_domain/identity/contract.ts";
import type { config } from "../../../supabase/functions/_domain/platform/contract.ts";
import type { ClientPortfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import type {
  ImportResult,
  portfolioImport,
} from "../../../supabase/functions/_domain/portfolio/import-contract.ts";
import { call } from "./client.ts";

// The routes the console calls, typed by their contracts (types only: no schema is in the bundle).

export type Config = z.infer<typeof config.get.response>;
export type Whoami = z.infer<typeof whoami.get.response>;
export type Viewer = Whoami["viewer"];
export type NarrowPortfolio = z.infer<typeof ClientPortfolio>;
type ImportRequest = z.infer<typeof portfolioImport.post.body>;
type RequestOf<Mode extends ImportRequest["mode"]> = Extract<ImportRequest, { mode: Mode }>;
export type ImportAnswer = z.infer<typeof ImportResult>;
export type ImportRun = ImportAnswer["run"];
export type ImportRow = ImportAnswer["rows"][number];
export type ImportMapping = ImportAnswer["mapping"];

export const getConfig = () => call<Config>("GET", "config");

export const getWhoami = (signal?: AbortSignal) => call<Whoami>("GET", "whoami", { signal });

export const getClientPortfolio = (signal?: AbortSignal) =>
  call<NarrowPortfolio>("GET", "portfolio", { signal });

export const listImportRuns = (signal?: AbortSignal) =>
  call<{ runs: ImportRun[] }>("GET", "portfolio-import", { signal });

/** Raises 409 import_plan_changed when `plan_hash` is given and the plan is another one by now. */
export const importPortfolio = (body: RequestOf<"dryRun" | "apply">) =>
  call<ImportAnswer>("POST", "portfolio-import", { body });

/** Raises 409 import_touched, with the rows in its way, when something newer touched what it wrote. */
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
