import { type PortfolioActionInput, portfolioAction } from "../../api/routes.ts";

export type ClientChanges = Extract<PortfolioActionInput, { type: "client_update" }>["changes"];

/** Sends a change of a client; returns the new version. */
export async function updateClient(
  client_id: string,
  version: number,
  changes: ClientChanges,
): Promise<number> {
  const answer = await portfolioAction({ type: "client_update", client_id, version, changes });
  if (answer.type !== "client_update") throw new Error(`Not a client: ${answer.type}`);
  return answer.client.version;
}

/** Sends the new name of an account; returns the new version. */
export async function renameAccount(
  account_id: string,
  version: number,
  name: string,
): Promise<number> {
  const changes = { name };
  const answer = await portfolioAction({ type: "account_update", account_id, version, changes });
  if (answer.type !== "account_update") throw new Error(`Not an account: ${answer.type}`);
  return answer.account.version;
}
