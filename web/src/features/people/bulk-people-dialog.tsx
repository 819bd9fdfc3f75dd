import { NativeSelect, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { countOf } from "../../format/numbers.ts";
import { administers, useViewer } from "../../session/viewer.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { type BulkState, MOST } from "./bulk.ts";
import { BulkRole } from "./bulk-role.tsx";
import { BulkTeam } from "./bulk-team.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  people: ListedPerson[];
  onClose: () => void;
  onDone: () => void;
}

type Change = "add" | "remove" | "role";

/** Changes the team of a project, or the role of several people, after showing the effect on each. */
export default function BulkPeopleDialog({ people, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const isAdmin = administers(useViewer());
  const [change, setChange] = useState<Change>("add");
  const [state, setState] = useState<BulkState>("editing");
  const able = people.filter(({ role, archived_at }) => role !== "client" && archived_at === null);
  const omittedCount = people.length - able.length;
  const parts = { people: able, onState: setState, onClose, onDone };
  return (
    <Dialog
      // The results of changes that were sent are not hidden.
      onClose={state === "sending" ? () => {} : state === "sent" ? onDone : onClose}
      title={`Edit ${countOf(people.length, "person", "people")}`}
      size={680}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <NativeSelect
          data-autofocus
          label="Change"
          disabled={state !== "editing"}
          value={change}
          onChange={(event) => setChange(event.currentTarget.value as Change)}
          data={[
            { value: "add", label: "Add to a project" },
            { value: "remove", label: "Remove from a project" },
            ...(isAdmin ? [{ value: "role", label: "Change role" }] : []),
          ]}
        />
        {omittedCount > 0 && (
          <Text size="sm" c="dimmed">
            {countOf(omittedCount, "person", "people")} left out:{" "}
            {change === "role"
              ? "offboarded people have no role. Change the role of a client contact in their own entry."
              : "client contacts and offboarded people belong to no project."}
          </Text>
        )}
        {able.length > MOST && (
          <Text size="sm" role="alert">
            Select at most {MOST} people.
          </Text>
        )}
        {change === "role" ? <BulkRole {...parts} /> : <BulkTeam {...parts} action={change} />}
      </Stack>
    </Dialog>
  );
}
