import { Button, Group, NativeSelect, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { changeTeam, teamPreview } from "../team/queries.ts";
import { TeamChanges } from "../team/team-changes.tsx";
import { doneInWords } from "../team/team-words.ts";
import type { ListedPerson } from "./people-view.ts";

/** The service changes at most this many people at once. */
const MOST = 100;

interface Props {
  people: ListedPerson[];
  onClose: () => void;
  onDone: () => void;
}

/**
 * Adds several people to a project or removes them, after showing the effect on each. Either all of them change or none
 * does.
 */
export default function BulkPeopleDialog({ people, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const [action, setAction] = useState<"add" | "remove">("add");
  const [project, setProject] = useState("");
  const choices = useProjectChoices(project);
  // Contacts of clients and people who left can't be members of a project.
  const able = people.filter(({ role, archived_at }) => role !== "client" && archived_at === null);
  const ids = able.map(({ id }) => id);
  const change = { add: action === "add" ? ids : [], remove: action === "remove" ? ids : [] };
  const preview = useQuery({
    ...teamPreview(project, change),
    enabled: project !== "" && ids.length > 0 && ids.length <= MOST,
  });
  const shown = preview.isFetching ? undefined : preview.data;
  const hasBegun = useRef(false);
  const save = useMutation({
    mutationFn: () => changeTeam(project, change),
    onSuccess: ({ added, removed }) => {
      const words = doneInWords(added.length, removed.length);
      if (added.length + removed.length === 0) notifySaved(words);
      else notifyUndoable(words, () => changeTeam(project, { add: removed, remove: added }));
      onDone();
    },
    onError: () => {
      hasBegun.current = false;
    },
  });
  const begin = () => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    save.mutate();
  };
  const left = people.length - able.length;
  return (
    <Dialog
      onClose={save.isPending ? () => {} : onClose}
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
          value={action}
          onChange={(event) => setAction(event.currentTarget.value as "add" | "remove")}
          data={[
            { value: "add", label: "Add to a project" },
            { value: "remove", label: "Remove from a project" },
          ]}
        />
        <Select
          label="Project"
          placeholder="Type a name"
          searchable
          limit={50}
          {...choices}
          value={project || null}
          onChange={(id) => setProject(id ?? "")}
        />
        {left > 0 && (
          <Text size="sm" c="dimmed">
            {countOf(left, "person", "people")} left out: client contacts and people who left belong
            to no project.
          </Text>
        )}
        {ids.length > MOST && (
          <Text size="sm" role="alert">
            Select at most {MOST} people.
          </Text>
        )}
        {project && preview.isFetching && <Skeleton height={64} aria-busy="true" />}
        {project && shown && <TeamChanges preview={shown} />}
        {preview.isError && !preview.isFetching && <Problem error={preview.error} />}
        {save.error && <Problem error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!project || !shown} loading={save.isPending} onClick={begin}>
            {action === "add" ? "Add" : "Remove"} {countOf(able.length, "person", "people")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
