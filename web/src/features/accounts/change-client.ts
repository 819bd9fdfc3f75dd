import { queryClient } from "../../query-client.ts";
import { openAction } from "../portfolio-actions/open-action.ts";
import { saveInPlace } from "../portfolio-actions/save-in-place.ts";
import { renameAccount, updateClient } from "../portfolio-actions/update-client.ts";
import type { ListedClient } from "./clients-view.ts";
import { clientRows } from "./queries.ts";

/** The fields that the list of clients and accounts edits. */
type Edited = Partial<Pick<ListedClient, "name" | "website">>;

/** Updates the values of a client or account in the list on the screen. */
function showRow(
  { id, client }: ListedClient,
  { name, website, version }: Partial<ListedClient>,
): void {
  const rowValues = {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(website !== undefined && { website }),
  };
  const list = client ? "accounts" : "clients";
  queryClient.setQueryData(
    clientRows.queryKey,
    (rows) =>
      rows && {
        ...rows,
        [list]: rows[list].map((row) => (row.id === id ? { ...row, ...rowValues } : row)),
      },
  );
}

/** Changes a client in the list, or the name of an account. */
export function changeClient(row: ListedClient, changes: Edited, message: string): Promise<void> {
  const { id, name, website } = row;
  const save = (version: number, values: Edited) =>
    row.client
      ? renameAccount(id, version, values.name ?? name)
      : updateClient(id, version, values);
  const before: Edited = "name" in changes ? { name } : { website };
  return saveInPlace<ListedClient>({
    row,
    values: changes,
    list: clientRows.queryKey,
    show: (values) => showRow(row, values),
    send: (version) => save(version, changes),
    restore: (version) => save(version, before),
    message,
    review: (conflict) =>
      openAction({
        kind: row.client ? "account-conflict" : "client-conflict",
        about: name,
        id,
        row: { name, website },
        changes,
        conflict,
      }),
  });
}
