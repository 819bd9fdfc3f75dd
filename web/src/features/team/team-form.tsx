import { Button, Checkbox, MultiSelect, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved, notifyUndoable } from "../../ui/saved-notice.tsx";
import { roleLabels } from "../people/labels.ts";
import { type PersonRow, peopleRows } from "../people/queries.ts";
import dialogClasses from "../portfolio-actions/action-dialog.module.css";
import { useDialog } from "../portfolio-actions/action-dialog.tsx";
import { Loaded } from "../portfolio-actions/loaded.tsx";
import { projectMembers } from "../projects/queries.ts";
import { changeTeam, type TeamChange, teamPreview } from "./queries.ts";
import { TeamChanges } from "./team-changes.tsx";
import classes from "./team-form.module.css";
import { doneInWords } from "./team-words.ts";

/** Adds people to a project and removes others, after showing the effect. */
export function TeamForm({ projectId }: { projectId: string }) {
  const people = useQuery(peopleRows);
  const members = useQuery(projectMembers(projectId));
  return (
    <Loaded query={people}>
      {(rows) => (
        <Loaded query={members}>
          {(ids) => <Fields projectId={projectId} people={rows} memberIds={ids} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Props {
  projectId: string;
  people: PersonRow[];
  memberIds: string[];
}

function Fields({ projectId, people, memberIds }: Props) {
  const dialog = useDialog();
  // The team when the form opened: later changes by others show in the preview.
  const [initialTeam] = useState(() => ({ people: byName(people), members: new Set(memberIds) }));
  const [{ add, remove }, setChange] = useState<TeamChange>({ add: [], remove: [] });
  const isDirty = add.length + remove.length > 0;
  useEffect(() => dialog.guard(() => isDirty), [dialog, isDirty]);

  const preview = useQuery(teamPreview(projectId, { add, remove }));
  const effect = isDirty && !preview.isFetching ? preview.data : undefined;
  const save = useMutation({
    mutationFn: () => changeTeam(projectId, { add, remove }),
    onSuccess: ({ added, removed }) => {
      dialog.finish();
      const words = doneInWords(added.length, removed.length);
      if (added.length + removed.length === 0) return void notifySaved(words);
      notifyUndoable(words, () => changeTeam(projectId, { add: removed, remove: added }));
    },
  });

  const members = initialTeam.people.filter(({ id }) => initialTeam.members.has(id));
  const candidates = initialTeam.people.filter(
    ({ id, role, archived_at }) =>
      !initialTeam.members.has(id) && role !== "client" && !archived_at,
  );
  return (
    <form
      className={dialogClasses.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (effect && !save.isPending) save.mutate();
      }}
    >
      <MultiSelect
        label="Add people"
        description="Members see only the projects they belong to."
        placeholder={add.length === 0 ? "Type a name" : undefined}
        data-autofocus
        searchable
        hidePickedOptions
        limit={50}
        nothingFoundMessage="No other person has this name. Invite them under Settings, People first."
        data={candidates.map((person) => ({ value: person.id, label: labelOf(person) }))}
        value={add}
        onChange={(next) => setChange({ add: next, remove })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {members.length > 0 && (
        <Checkbox.Group
          label="Remove people"
          value={remove}
          onChange={(next) => setChange({ add, remove: next })}
        >
          <div className={classes.members}>
            {members.map((person) => (
              <Checkbox key={person.id} value={person.id} label={labelOf(person)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {isDirty && preview.isFetching && <Skeleton height={64} aria-busy="true" />}
      {effect && <TeamChanges preview={effect} />}
      {isDirty && preview.isError && !preview.isFetching && <Problem error={preview.error} />}
      {save.error && <Problem error={save.error} />}
      <div className={dialogClasses.footer}>
        <Button variant="default" ml="auto" onClick={dialog.close}>
          Cancel
        </Button>
        <Button type="submit" disabled={!effect} loading={save.isPending}>
          Save team
        </Button>
      </div>
    </form>
  );
}

function byName(people: PersonRow[]): PersonRow[] {
  return [...people].sort((a, b) => a.name.localeCompare(b.name));
}

function labelOf({ name, email, role }: PersonRow): string {
  return [name, email, roleLabels[role]].filter(Boolean).join(" · ");
}
