import { Button, Group, Select, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { countOf } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { changeTeam, teamPreview } from "../team/queries.ts";
import { TeamChanges } from "../team/team-changes.tsx";
import { doneInWords } from "../team/team-words.ts";
import { type BulkProps, MOST } from "./bulk.ts";

interface Props extends BulkProps {
  action: "add" | "remove";
}

/** Adds several people to a project or removes them. All change, or none. */
export function BulkTeam({ people, action, onState, onClose, onDone }: Props) {
  const [project, setProject] = useState("");
  const choices = useProjectChoices(project);
  const ids = people.map(({ id }) => id);
  const change = { add: action === "add" ? ids : [], remove: action === "remove" ? ids : [] };
  const preview = useQuery({
    ...teamPreview(project, change),
    enabled: project !== "" && ids.length > 0 && ids.length <= MOST,
  });
  const effect = preview.isFetching ? undefined : preview.data;
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
      onState("editing");
    },
  });
  const begin = () => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    onState("sending");
    save.mutate();
  };
  return (
    <>
      <Select
        label="Project"
        placeholder="Type a name"
        searchable
        limit={50}
        {...choices}
        value={project || null}
        onChange={(id) => setProject(id ?? "")}
      />
      {project && preview.isFetching && <Skeleton height={64} aria-busy="true" />}
      {project && effect && <TeamChanges preview={effect} />}
      {preview.isError && !preview.isFetching && <Problem error={preview.error} />}
      {save.error && <Problem error={save.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!project || !effect} loading={save.isPending} onClick={begin}>
          {action === "add" ? "Add" : "Remove"} {countOf(people.length, "person", "people")}
        </Button>
      </Group>
    </>
  );
}
