import type { VersionConflict } from "../../api/routes.ts";
import type { Rows } from "../../supabase/client.ts";
import {
  type ClientField,
  type ClientValues,
  fields,
  labels,
  show,
  valuesOf,
} from "./client-values.ts";
import { InPlaceConflict } from "./in-place-conflict.tsx";
import { type ClientChanges, renameAccount, updateClient } from "./update-client.ts";

interface Props {
  id: string;
  /** The values that the list showed. */
  row: { name: string; website?: string | null };
  changes: ClientChanges;
  conflict: VersionConflict;
}

/** For a change of a client in the list, after another person changed the client. */
export function ClientConflict({ id, row, changes, conflict }: Props) {
  return (
    <InPlaceConflict<ClientValues, ClientField>
      fields={fields}
      labels={labels}
      show={show}
      valuesOf={(columns) => valuesOf(columns as Rows["clients"])}
      row={row}
      changes={changes}
      conflict={conflict}
      update={(version, values) => updateClient(id, version, values as ClientChanges)}
      message="Client saved."
    />
  );
}

/** For the new name of an account in the list, after another person renamed the account. */
export function AccountConflict({ id, row, changes, conflict }: Props) {
  return (
    <InPlaceConflict
      fields={["name"] as const}
      labels={{ name: "Name" }}
      show={(_, name) => String(name)}
      valuesOf={({ name }) => ({ name: String(name) })}
      row={row}
      changes={changes}
      conflict={conflict}
      update={(version, { name }) => renameAccount(id, version, String(name))}
      message="Account renamed."
    />
  );
}
