import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type SavedView,
  type ViewChanges,
  type ViewPage,
  viewAction,
} from "../../api/view-routes.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { viewsOf } from "./queries.ts";

/** Renames, shares and deletes views. */
export function ManageViews({ page, onClose }: { page: ViewPage; onClose: () => void }) {
  const views = useQuery(viewsOf(page)).data ?? [];
  return (
    <Dialog onClose={onClose} title="Manage views">
      {views.length === 0 ? (
        <Text c="dimmed">No views yet. Set the filters of the list, then save them as a view.</Text>
      ) : (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {views.map((view) => (
            <li key={view.id}>
              <View view={view} />
            </li>
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function View({ view }: { view: SavedView }) {
  const viewer = useViewer();
  const [isNaming, setIsNaming] = useState(false);
  const change = useChangeView(view);
  const mayChange = view.is_own || administers(viewer);
  if (isNaming) return <Rename view={view} onClose={() => setIsNaming(false)} />;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={500}>
            {view.name}
          </Text>
          <Text size="xs" c="dimmed">
            {view.is_own
              ? view.is_shared
                ? "Shared with colleagues"
                : "Only for you"
              : `Shared by ${view.owner.name ?? "a colleague"}`}
          </Text>
        </div>
        {mayChange && (
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Rename ${view.name}`}
              onClick={() => setIsNaming(true)}
            >
              Rename
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`${view.is_shared ? "Stop sharing" : "Share"} ${view.name}`}
              loading={change.isPending}
              onClick={() =>
                change.mutate({
                  changes: { is_shared: !view.is_shared },
                  inverse: { is_shared: view.is_shared },
                  notice: view.is_shared
                    ? `“${view.name}” is no longer shared.`
                    : `“${view.name}” is shared with colleagues.`,
                })
              }
            >
              {view.is_shared ? "Stop sharing" : "Share"}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Delete ${view.name}`}
              loading={change.isPending}
              onClick={() =>
                change.mutate({
                  changes: { is_archived: true },
                  inverse: { is_archived: false },
                  notice: `“${view.name}” deleted.`,
                })
              }
            >
              Delete
            </Button>
          </Group>
        )}
      </Group>
      {change.error && <Problem error={change.error} />}
    </>
  );
}

function Rename({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [name, setName] = useState(view.name);
  const change = useChangeView(view, onClose);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        change.mutate({
          changes: { name },
          inverse: { name: view.name },
          notice: `“${view.name}” renamed.`,
        });
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          label={`New name of ${view.name}`}
          flex={1}
          size="xs"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button size="xs" type="submit" disabled={!name.trim()} loading={change.isPending}>
          Rename view
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
      {change.error && <Problem error={change.error} />}
    </form>
  );
}

interface Change {
  changes: ViewChanges;
  inverse: ViewChanges;
  notice: string;
}

function useChangeView({ id, version }: SavedView, onDone?: () => void) {
  return useMutation({
    mutationFn: ({ changes }: Change) => viewAction({ type: "view_update", id, version, changes }),
    onSuccess: (updatedView, { inverse, notice }) => {
      onDone?.();
      notifyUndoable(notice, () =>
        viewAction({ type: "view_update", id, version: updatedView.version, changes: inverse }),
      );
    },
  });
}
