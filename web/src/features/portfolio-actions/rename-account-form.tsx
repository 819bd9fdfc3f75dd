import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccountUpdateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import type { Rows } from "../../supabase/client.ts";
import { ActionForm } from "./action-form.tsx";
import { ConflictReview } from "./conflict-review.tsx";
import { Loaded } from "./loaded.tsx";
import { accountAsOpened } from "./queries.ts";
import { useUpdateForm } from "./use-update-form.ts";

const fields = ["name"] as const;
type Values = { name: string };

export function RenameAccountForm({ accountId }: { accountId: string }) {
  const account = useQuery(accountAsOpened(accountId));
  return <Loaded query={account}>{(row) => <Fields account={row} />}</Loaded>;
}

function Fields({ account }: { account: Rows["accounts"] }) {
  const [initial] = useState<Values>({ name: account.name });
  const { controls, conflict } = useUpdateForm<Values, "name">({
    schema: AccountUpdateAction,
    fields,
    initial,
    version: account.version,
    valuesOf: (row) => ({ name: String(row["name"]) }),
    toAction: ({ name }, _, version) => ({
      type: "account_update",
      account_id: account.id,
      version,
      changes: { name },
    }),
    versionOf: (answer) => (answer.type === "account_update" ? answer.account.version : 0),
    savedMessage: "Account renamed.",
  });
  if (conflict) {
    return (
      <ConflictReview
        conflict={conflict}
        labels={{ name: "Name" }}
        show={(_, name) => String(name)}
      />
    );
  }
  return (
    <ActionForm controls={controls} submitLabel="Rename account">
      <TextInput
        label="Name"
        required
        description="A line of business with the client; projects belong to it."
        data-autofocus
        {...controls.form.getInputProps("name")}
      />
    </ActionForm>
  );
}
