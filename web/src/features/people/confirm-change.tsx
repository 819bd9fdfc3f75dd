import { Alert, Button, Group, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PersonChange } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { accessInWords } from "./access-words.ts";
import { ChangePreview, PreviewSkeleton } from "./change-preview.tsx";
import { type ForeignChange, fieldsInWords, foreignChangesIn } from "./change-words.ts";
import { changePreview, type PersonRow } from "./queries.ts";
import { usePersonChange } from "./use-person-change.ts";

export interface DoneChange {
  before: PersonRow;
  change: PersonChange;
  /** The version of the person after the change, for its undo. */
  version: number;
}

interface Props {
  person: PersonRow;
  /** Null until the reader has chosen a change. */
  change: PersonChange | null;
  confirm: string;
  isGrave?: boolean;
  /** The text that the viewer types to enable the button. */
  typed?: string;
  warning?: ReactNode;
  /** The id of the form, for a field outside it whose Enter confirms. */
  formId?: string;
  onCancel: () => void;
  onDone: (done: DoneChange) => void;
}

/** Shows what a change would do, then makes it. */
export function ConfirmChange(props: Props) {
  const { person, change, confirm, isGrave, typed, warning, formId, onCancel, onDone } = props;
  const [text, setText] = useState("");
  const preview = useQuery(changePreview(person, change));
  const make = usePersonChange((answer, version) =>
    onDone({ before: person, change: answer.change, version }),
  );
  const conflict =
    make.error instanceof ServiceError && make.error.code === "version_conflict"
      ? foreignChangesIn(make.error.details)
      : null;
  const effect = change && !preview.isFetching ? preview.data : undefined;
  const isTyped = !typed || text.trim() === typed;

  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (change && effect && isTyped)
          make.mutate({ person_id: person.id, version: person.version, change });
      }}
    >
      <Stack gap="md">
        {conflict && <Meanwhile changes={conflict} name={person.name} />}
        {change && preview.isFetching && <PreviewSkeleton />}
        {effect && <ChangePreview preview={effect} />}
        <VisuallyHidden role="status">
          {effect && accessInWords(effect.before, effect.after)}
        </VisuallyHidden>
        {preview.isError && !preview.isFetching && <Refusal error={preview.error} />}
        {make.error && !conflict && <Refusal error={make.error} />}
        {effect && warning}
        {effect && typed && (
          <TextInput
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isGrave ? "red" : undefined}
            loading={make.isPending}
            disabled={!effect || !isTyped}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Meanwhile({ changes, name }: { changes: ForeignChange[]; name: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={`${name} was changed in the meantime`}
    >
      {changes.map(({ version, at, by, fields }) => (
        <Text key={version} size="md">
          {by?.name ?? "Someone"}, <Instant at={at} />: {fieldsInWords(fields)}.
        </Text>
      ))}
      <Text size="md">Your change wasn't saved. Below is what it would do now.</Text>
    </Alert>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (error instanceof ServiceError && error.code === "last_admin") {
    return (
      <Alert color="yellow" variant="light" role="alert" title="The last admin has to stay">
        Without an admin no one could invite or manage people. Make another person an admin first,
        then come back.
      </Alert>
    );
  }
  return <Problem error={error} />;
}
