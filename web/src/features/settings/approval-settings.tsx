import { Skeleton, Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSettings } from "../../api/routes.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { settingsRead } from "./queries.ts";

/** How approvals are decided here: admins set it, leads see it. */
export function ApprovalSettings() {
  const mayChange = administers(useViewer());
  const queryClient = useQueryClient();
  const read = useQuery(settingsRead);
  const change = useMutation({
    mutationFn: changeSettings,
    onSuccess: ({ settings }, { forbids_self_approval }) => {
      queryClient.setQueryData(settingsRead.queryKey, settings);
      notifyUndoable(
        forbids_self_approval
          ? "Self-approval is off: somebody else decides each proposal."
          : "Self-approval is on: people may decide their own proposals.",
        () =>
          changeSettings({
            forbids_self_approval: !forbids_self_approval,
            version: settings.version,
          }),
      );
    },
    // Another admin changed it first: show their setting.
    onError: () => void queryClient.invalidateQueries(settingsRead),
  });

  if (read.isError && !read.data) {
    return <Problem error={read.error} retry={() => void read.refetch()} />;
  }
  if (!read.data) return <Skeleton height={42} mb="md" />;
  const { forbids_self_approval, version } = read.data;
  return (
    <Stack gap="xs" mb="md">
      <Switch
        label="Forbid self-approval"
        description={
          mayChange
            ? "A card's proposer and the authors of its text cannot decide it."
            : "A card's proposer and the authors of its text cannot decide it. Only admins change this setting."
        }
        checked={change.isPending ? change.variables.forbids_self_approval : forbids_self_approval}
        disabled={!mayChange || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate({ forbids_self_approval: currentTarget.checked, version })
        }
      />
      {change.error && <Problem error={change.error} />}
    </Stack>
  );
}
