import { Skeleton, Stack, Switch } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSettings, getSettings } from "../../api/routes.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";

const settingsRead = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => (await getSettings(signal)).settings,
});

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
          ? "Nobody decides their own proposal now."
          : "People may decide their own proposals now.",
        () =>
          changeSettings({
            forbids_self_approval: !forbids_self_approval,
            version: settings.version,
          }),
      );
    },
    // Somebody was faster: what they set is shown.
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
        label="Nobody may approve their own proposal"
        description={
          mayChange
            ? "Who proposed a card or edited it last cannot decide it, on any path."
            : "Who proposed a card or edited it last cannot decide it. Admins set this."
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
