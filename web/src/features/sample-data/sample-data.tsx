import { Button, Group, List, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addSampleData, type RemovedSamples, removeSampleData } from "../../api/sample-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { sampleDataQuery } from "./queries.ts";

/** For an admin: adds sample data to an empty organization, or removes it. Empty if neither is possible. */
export function SampleData() {
  const state = useQuery(sampleDataQuery).data;
  const [remaining, setRemaining] = useState<RemovedSamples>();
  const add = useMutation({
    mutationFn: addSampleData,
    onSuccess: () => notifyUndoable("Sample data added.", removeSampleData),
  });
  const remove = useMutation({
    mutationFn: removeSampleData,
    onSuccess: (removed) => {
      if (removed.remaining.length === 0) {
        notifyUndoable("Sample data removed.", addSampleData);
      } else {
        notifySaved(`${countOf(removed.deleted, "sample record")} deleted.`);
        setRemaining(removed);
      }
    },
  });
  if (!state) return null;
  const error = add.error ?? remove.error;
  return (
    <>
      {state.rows > 0 ? (
        <Group gap="sm">
          <Text size="sm" flex="1 1 260px">
            This organization has sample data. When you remove it, records that you changed or used
            are archived, not deleted.
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Remove sample data
          </Button>
        </Group>
      ) : (
        state.is_empty && (
          <Group gap="sm">
            <Text size="sm" flex="1 1 260px">
              Do you want to look around first? Sample data is an invented client with three
              projects, tasks, hours and status updates. One click removes it.
            </Text>
            <Button
              size="xs"
              variant="default"
              loading={add.isPending}
              onClick={() => add.mutate()}
            >
              Add sample data
            </Button>
          </Group>
        )
      )}
      {error && <Problem error={error} />}
      {remaining && (
        <Remaining rows={remaining.remaining} onClose={() => setRemaining(undefined)} />
      )}
    </>
  );
}

interface RemainingProps {
  rows: RemovedSamples["remaining"];
  onClose: () => void;
}

function Remaining({ rows, onClose }: RemainingProps) {
  const archivedRows = rows.filter(({ result }) => result === "archived");
  const retainedRows = rows.filter(({ result }) => result === "retained");
  return (
    <Dialog onClose={onClose} title="Some sample records are in use">
      {archivedRows.length > 0 && (
        <Rows title="Archived, because they were changed or used" rows={archivedRows} />
      )}
      {retainedRows.length > 0 && (
        <Rows title="Unchanged, because your own work depends on them" rows={retainedRows} />
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Close the list</Button>
      </Group>
    </Dialog>
  );
}

function Rows({ title, rows }: { title: string; rows: RemovedSamples["remaining"] }) {
  return (
    <>
      <Text fw={500} size="sm" mb={4}>
        {title}
      </Text>
      <List size="sm" mb="md">
        {rows.map(({ id, label }) => (
          <List.Item key={id}>{label ?? "Unnamed record"}</List.Item>
        ))}
      </List>
    </>
  );
}
