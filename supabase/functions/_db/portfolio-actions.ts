import type { PortfolioAction } from "../_domain/portfolio/action-contract.ts";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type JsonObject = { [key: string]: Json };
type ActionOf<T extends PortfolioAction["type"]> = Extract<PortfolioAction, { type: T }>;
type Perform<T extends PortfolioAction["type"]> = (db: Db, action: ActionOf<T>) => Promise<Json>;

/**
 * Each type of action has a SQL function, which enforces permissions, checks the rows involved and records the audit
 * event.
 */
const perform: { [T in PortfolioAction["type"]]: Perform<T> } = {
  status_update: async (db, { project_id, health, summary, risks, next_steps }) => ({
    type: "status_update",
    status_update: await callFunction(db, "post_status_update", {
      project_id,
      health,
      summary,
      ...withoutNulls({ risks, next_steps }),
    }),
  }),
  status_correction: async (db, action) => ({
    type: "status_correction",
    status_update: await callFunction(db, "correct_status_update", {
      status_update_id: action.status_update_id,
      version: action.version,
      health: action.health,
      summary: action.summary,
      ...withoutNulls({ risks: action.risks, next_steps: action.next_steps }),
    }),
  }),
  account_create: async (db, { client_id, name }) => ({
    type: "account_create",
    account: await callFunction(db, "create_account", { client_id, name }),
  }),
  account_update: async (db, { account_id, version, changes }) => ({
    type: "account_update",
    account: await callFunction(db, "update_account", { account_id, version, changes }),
  }),
  client_create: async (db, { name, website, note }) => ({
    type: "client_create",
    client: await callFunction(db, "create_client", { name, ...withoutNulls({ website, note }) }),
  }),
  client_update: async (db, { client_id, version, changes }) => ({
    type: "client_update",
    client: await callFunction(db, "update_client", { client_id, version, changes }),
  }),
  operating_profile_update: async (db, { account_id, version, changes }) => ({
    type: "operating_profile_update",
    operating_profile: await callFunction(db, "update_operating_profile", {
      account_id,
      version,
      changes,
    }),
  }),
  portfolio_classification: async (db, action) => ({
    type: "portfolio_classification",
    classification: await callFunction(db, "classify_project", {
      project_id: action.project_id,
      version: action.version,
      ...withoutNulls({
        tier: action.tier,
        service_line: action.service_line,
        risk: action.risk,
        reason: action.reason,
      }),
    }),
  }),
  reconciliation_resolution: async (db, { type, ...resolution }) => ({
    type,
    resolution: await callFunction(db, "resolve_finding", resolution),
  }),
  project_update: async (db, { project_id, version, changes }) => ({
    type: "project_update",
    project: await callFunction(db, "update_project", { project_id, version, changes }),
  }),
  project_create: async (db, { type, account_id, name, ...fields }) => ({
    type,
    project: await callFunction(db, "create_project", {
      account_id,
      name,
      fields: withoutNulls(fields),
    }),
  }),
  project_copy: async (db, { type, starts_on, code, ...copy }) => ({
    type,
    ...((await callFunction(db, "copy_project", {
      ...copy,
      ...withoutNulls({ starts_on, code }),
    })) as JsonObject),
  }),
  person_rate: async (db, { type, ...rate }) => ({
    type,
    // The generated types do not know that null removes a rate.
    rate: await callFunction(db, "set_person_rate", {
      ...rate,
      cost_per_hour: rate.cost_per_hour as number,
    }),
  }),
  project_rate: async (db, { type, cost_per_hour, ...rate }) => ({
    type,
    rate: await callFunction(db, "set_project_rate", {
      ...rate,
      revenue_per_hour: rate.revenue_per_hour as number,
      ...withoutNulls({ cost_per_hour }),
    }),
  }),
};

/** Performs one action as the caller. Throws the error of its SQL function. */
export function performAction(db: Db, action: PortfolioAction): Promise<Json> {
  return (perform[action.type] as Perform<PortfolioAction["type"]>)(db, action);
}

/** Without the fields that are null, because the default of an omitted argument is null. */
function withoutNulls<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present = Object.entries(fields).filter(([, value]) => value != null);
  return Object.fromEntries(present) as { [K in keyof T]?: NonNullable<T[K]> };
}
