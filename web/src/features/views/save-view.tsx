import { Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type SavedView, type ViewPage, viewAction } from "../../api/view-routes.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";

interface Props {
  page: ViewPage;
  query: string;
  own: SavedView[];
  onClose: () => void;
}

/** Saves a view under a name, or replaces the viewer's own view of that name. */
export function SaveView({ page, query, own, onClose }: Props) {
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const key = name.trim().toLowerCase();
  const duplicate = own.find((view) => view.name.toLowerCase() === key);
  const save = useMutation({
    mutationFn: () =>
      duplicate
        ? viewAction({
            type: "view_update",
            id: duplicate.id,
            version: duplicate.version,
            changes: { query, is_shared: isShared },
          })
        : viewAction({ type: "view_create", page, name, query, is_shared: isShared }),
    onSuccess: ({ id, version, name: saved }) => {
      onClose();
      notifyUndoable(duplicate ? `“${saved}” replaced.` : `“${saved}” saved.`, () =>
        viewAction({
          type: "view_update",
          id,
          version,
          changes: duplicate
            ? { query: duplicate.query, is_shared: duplicate.is_shared }
            : { is_archived: true },
        }),
      );
    },
  });
  return (
    <Dialog onClose={onClose} title="Save this view">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (key) save.mutate();
        }}
      >
        <TextInput
          label="Name"
          description="A view saves the filters and the order of the list, not its rows."
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
          mb="md"
        />
        <Checkbox
          label="Share with colleagues"
          description="Each colleague still sees only what they have access to."
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
        {save.error && <Problem error={save.error} />}
        <Group justify="space-between" mt="md" gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {duplicate && `Replaces “${duplicate.name}”.`}
          </Text>
          <Button type="submit" disabled={!key} loading={save.isPending}>
            {duplicate ? "Replace view" : "Save view"}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
