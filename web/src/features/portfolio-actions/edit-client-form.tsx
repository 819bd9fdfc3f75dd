import { Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ClientUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { PortfolioActionInput } from "../../api/routes.ts";
import type { Rows } from "../../supabase/client.ts";
import { ActionForm } from "./action-form.tsx";
import {
  type ClientField,
  type ClientValues,
  fields,
  labels,
  show,
  valuesOf,
} from "./client-values.ts";
import { ConflictReview } from "./conflict-review.tsx";
import { Loaded } from "./loaded.tsx";
import { clientAsOpened } from "./queries.ts";
import { useUpdateForm } from "./use-update-form.ts";

export function EditClientForm({ clientId }: { clientId: string }) {
  const client = useQuery(clientAsOpened(clientId));
  return <Loaded query={client}>{(row) => <Fields client={row} />}</Loaded>;
}

function Fields({ client }: { client: Rows["clients"] }) {
  const [initial] = useState(() => valuesOf(client));
  const { controls, conflict } = useUpdateForm<ClientValues, ClientField>({
    schema: ClientUpdateAction,
    fields,
    initial,
    version: client.version,
    valuesOf: (row) => valuesOf(row as Rows["clients"]),
    toAction: (values, fields, version) =>
      ({
        type: "client_update",
        client_id: client.id,
        version,
        changes: Object.fromEntries(
          fields.map((field) => [field, values[field] === "" ? emptyValue(field) : values[field]]),
        ),
      }) as PortfolioActionInput,
    versionOf: (answer) => (answer.type === "client_update" ? answer.client.version : 0),
    savedMessage: "Client saved.",
  });
  if (conflict) return <ConflictReview conflict={conflict} labels={labels} show={show} />;
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Save client">
      <TextInput label="Name" required data-autofocus {...form.getInputProps("name")} />
      <TextInput
        label="Website"
        type="url"
        placeholder="https://example.com"
        {...form.getInputProps("website")}
      />
      <Textarea
        label="Note"
        description="For your own people; the client never sees it."
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps("note")}
      />
      <Switch
        label="Archived"
        description="Possible once all its projects have ended."
        {...form.getInputProps("is_archived", { type: "checkbox" })}
      />
    </ActionForm>
  );
}

/** A name cannot be cleared: an empty one is sent, and the contract reports it at its field. */
function emptyValue(field: ClientField): string | null {
  return field === "name" ? "" : null;
}
