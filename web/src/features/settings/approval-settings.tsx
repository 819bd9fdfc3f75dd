import { Skeleton, Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSettings, type Settings } from "../../api/routes.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { settingsQuery } from "./queries.ts";

type Changes = Partial<Omit<Settings, "version">>;

function inWords({ forbids_self_approval, requires_second_factor }: Changes): string {
  if (requires_second_factor === "high_stakes") {
    return "Cards with high stakes now need a second factor.";
  } else if (requires_second_factor) return "Cards with high stakes need no second factor.";
  return forbids_self_approval
    ? "Self-approval is off: another person decides each proposal."
    : "Self-approval is on: people may decide cards that they proposed.";
}

/** The rules for decisions on approvals: admins change them, leads see them. */
export function ApprovalSettings() {
  const mayChange = administers(useViewer());
  const queryClient = useQueryClient();
  const query = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: ({ changes, version }: { changes: Changes; version: number }) =>
      changeSettings({ ...changes, version }),
    onSuccess: ({ settings }, { changes }) => {
      const before = query.data;
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      notifyUndoable(inWords(changes), () =>
        changeSettings({
          ...(changes.forbids_self_approval !== undefined && {
            forbids_self_approval: !changes.forbids_self_approval,
          }),
          ...(changes.requires_second_factor && {
            requires_second_factor: before?.requires_second_factor ?? "never",
          }),
          version: settings.version,
        }),
      );
    },
    // Another admin changed it first: show their setting.
    onError: () => void queryClient.invalidateQueries(settingsQuery),
  });

  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={42} mb="md" />;
  const { version } = query.data;
  const settings = { ...query.data, ...(change.isPending && change.variables.changes) };
  return (
    <Stack gap="xs" mb="md">
      <Switch
        label="Forbid self-approval"
        description={
          mayChange
            ? "A card's proposer and the authors of its text cannot decide it."
            : "A card's proposer and the authors of its text cannot decide it. Only admins can change this setting."
        }
        checked={settings.forbids_self_approval}
        disabled={!mayChange || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate({ changes: { forbids_self_approval: currentTarget.checked }, version })
        }
      />
      <Switch
        label="Require a second factor for high stakes"
        description={`Deciding or executing a card with high stakes needs a code from an authenticator app. ${
          mayChange
            ? "You need a second factor yourself to change this."
            : "Only admins can change this setting."
        }`}
        checked={settings.requires_second_factor === "high_stakes"}
        disabled={!mayChange || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate({
            changes: { requires_second_factor: currentTarget.checked ? "high_stakes" : "never" },
            version,
          })
        }
      />
      {change.error && <Problem error={change.error} />}
    </Stack>
  );
}
