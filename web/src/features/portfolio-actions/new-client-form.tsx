import { Textarea, TextInput } from "@mantine/core";
import { ClientCreateAction } from "../../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { useDialog } from "./action-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { openAction } from "./open-action.ts";
import { useActionForm } from "./use-action-form.ts";

const initial = { name: "", website: "", note: "" };

export function NewClientForm() {
  const dialog = useDialog();
  const controls = useActionForm({
    schema: ClientCreateAction,
    initial,
    toAction: ({ name, website, note }) => ({
      type: "client_create",
      name,
      website: website || null,
      note: note || null,
    }),
    onSaved: (answer) => {
      if (answer.type !== "client_create") return;
      const { id: clientId, name } = answer.client;
      dialog.finish();
      // Projects belong to accounts, so without one the client is in no list of projects.
      notifySaved(`${name} is now a client.`, {
        label: "New account",
        take: () => openAction({ kind: "new-account", clientId }),
      });
    },
  });
  const { form } = controls;
  return (
    <ActionForm controls={controls} submitLabel="Create client">
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
    </ActionForm>
  );
}
