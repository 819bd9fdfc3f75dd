import { Alert, Radio, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ConfirmChange, type DoneChange } from "./confirm-change.tsx";
import { stateLabels } from "./labels.ts";
import type { ListedPerson } from "./people-view.ts";
import { isSimilarName } from "./similar-people.ts";

interface Props {
  person: ListedPerson;
  people: ListedPerson[];
  onCancel: () => void;
  onDone: (done: DoneChange, survivorName: string) => void;
}

/** Chooses the other record of the same person, and which of the two the merge retains. */
export function MergeChoice({ person, people, onCancel, onDone }: Props) {
  const [otherId, setOtherId] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState(person.id);
  const candidates = people
    .filter((other) => canBeOne(person, other))
    .sort((a, b) => closeness(person, b) - closeness(person, a) || a.name.localeCompare(b.name));
  const other = candidates.find(({ id }) => id === otherId);
  const requiredSurvivor = other && survivorOf(person, other);
  const survivor = other && (requiredSurvivor ?? (chosenId === other.id ? other : person));
  const duplicate = survivor && (survivor.id === person.id ? other : person);
  return (
    <Stack gap="md">
      <Text size="md">
        If {person.name} is listed twice, choose the other record, then the record to keep.
        Everything moves to that record, and the other one is archived.
      </Text>
      <Select
        label="Other record"
        placeholder="Search people"
        searchable
        limit={50}
        data-autofocus
        nothingFoundMessage="No person with this name can be merged."
        data={candidates.map((candidate) => ({ value: candidate.id, label: describe(candidate) }))}
        value={otherId}
        onChange={setOtherId}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {other && !requiredSurvivor && (
        <Radio.Group label="Record to keep" value={survivor?.id} onChange={setChosenId}>
          <Stack gap="xs" mt="xs">
            {[person, other].map((record) => (
              <Radio key={record.id} value={record.id} label={describe(record)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {requiredSurvivor && (
        <Alert color="gray" variant="light">
          {requiredSurvivor.name} {requiredSurvivor.user_id ? "has a sign-in" : "isn't offboarded"},
          so that record stays.
        </Alert>
      )}
      <ConfirmChange
        person={duplicate ?? person}
        change={survivor ? { to: "merged", into_id: survivor.id } : null}
        confirm={survivor ? `Merge into ${survivor.name}` : "Merge people"}
        onCancel={onCancel}
        onDone={(done) => onDone(done, survivor?.name ?? "")}
      />
    </Stack>
  );
}

/** Whether two records can be merged at all. */
function canBeOne(person: ListedPerson, other: ListedPerson): boolean {
  if (other.id === person.id || other.merged_into_id) return false;
  if (person.user_id && other.user_id) return false;
  if (person.archived_at && other.archived_at) return false;
  return (
    (person.role === "client") === (other.role === "client") && person.client_id === other.client_id
  );
}

/** Similar names are offered first. */
const closeness = (person: ListedPerson, other: ListedPerson) =>
  isSimilarName(person.name, other.name) ? 1 : 0;

/** The record that the merge must retain; null if the reader may choose. */
function survivorOf(person: ListedPerson, other: ListedPerson): ListedPerson | null {
  if (person.user_id || other.archived_at) return person;
  if (other.user_id || person.archived_at) return other;
  return null;
}

function describe({ name, email, state }: ListedPerson): string {
  return [name, email, stateLabels[state]].filter(Boolean).join(" · ");
}
