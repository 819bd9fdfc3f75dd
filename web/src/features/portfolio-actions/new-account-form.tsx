import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AccountCreateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { Loaded } from "./loaded.tsx";
import { Lookup } from "./lookups.tsx";
import { clientAsOpened } from "./queries.ts";
import { useActionForm } from "./use-action-form.ts";

export function NewAccountForm({ clientId }: { clientId?: string }) {
  const client = useQuery({ ...clientAsOpened(clientId ?? ""), enabled: clientId !== undefined });
  if (!clientId) return <Fields />;
  return <Loaded query={client}>{(row) => <Fields client={row} />}</Loaded>;
}

function Fields({ client }: { client?: { id: string; name: string } }) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const [initial] = useState({ client_id: client?.id ?? "", name: "" });
  const controls = useActionForm({
    schema: AccountCreateAction,
    initial,
    toAction: (values) => ({ type: "account_create", ...values }),
    onSaved: (answer) => {
      if (answer.type !== "account_create") return;
      const { id: accountId, name } = answer.account;
      dialog.finish();
      notifySaved(`Account ${name} created.`, {
        label: "Open",
        take: () => void navigate({ to: "/accounts/$accountId", params: { accountId } }),
      });
    },
  });
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Create account">
      <Lookup
        list="clients"
        label="Client"
        required
        data-autofocus={!client || undefined}
        initialChoice={client && { value: client.id, label: client.name }}
        {...form.getInputProps("client_id")}
      />
      <TextInput
        label="Name"
        required
        description="A line of business with the client; projects belong to it."
        data-autofocus={!!client || undefined}
        {...form.getInputProps("name")}
      />
    </ActionForm>
  );
}
