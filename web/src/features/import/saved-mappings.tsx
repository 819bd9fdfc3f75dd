import { ActionIcon, Button, Group, Modal, NativeSelect, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2Icon } from "lucide-react";
import { useState } from "react";
import {
  deleteImportMapping,
  type ImportAnswer,
  type ImportMapping,
  saveImportMapping,
} from "../../api/routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { fittingMapping } from "./fitting-mapping.ts";
import classes from "./mapping-editor.module.css";
import { type SavedMapping, savedMappings } from "./queries.ts";

interface Props {
  columns: ImportAnswer["columns"];
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** Saved mappings for files of a kind: choose, save or delete one. */
export function SavedMappings({ columns, mapping, onChange }: Props) {
  const mappings = useQuery(savedMappings).data ?? [];
  const [chosenId, setChosenId] = useState("");
  const [missing, setMissing] = useState<string[]>([]);
  const choice = mappings.find(({ id }) => id === chosenId);

  const choose = (id: string) => {
    setChosenId(id);
    const mapping = mappings.find((candidate) => candidate.id === id);
    const match = mapping && fittingMapping(mapping.mapping, columns);
    setMissing(match?.missing ?? []);
    if (match) onChange(match.mapping);
  };
  return (
    <div className={classes.saved}>
      {mappings.length > 0 && (
        <div className={classes.field}>
          <label htmlFor="saved-mapping">Saved mapping</label>
          <Group gap={4} wrap="nowrap">
            <NativeSelect
              id="saved-mapping"
              size="xs"
              flex={1}
              miw={0}
              value={choice?.id ?? ""}
              onChange={(event) => choose(event.currentTarget.value)}
              data={[
                { value: "", label: "Choose one…" },
                ...mappings.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            {choice && <DeleteMapping mapping={choice} />}
          </Group>
        </div>
      )}
      {choice && missing.length > 0 && (
        <Text size="xs" c="var(--cs-warn)" role="status" mb={6}>
          Not in this file: {missing.join(", ")}
        </Text>
      )}
      <SaveMapping mapping={mapping} suggestedName={choice?.name ?? ""} mappings={mappings} />
    </div>
  );
}

interface SaveProps {
  mapping: ImportMapping;
  suggestedName: string;
  mappings: SavedMapping[];
}

function SaveMapping({ mapping, suggestedName, mappings }: SaveProps) {
  const queryClient = useQueryClient();
  const [isNaming, { open, close }] = useDisclosure();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => saveImportMapping(name, mapping),
    onSuccess: async () => {
      await queryClient.invalidateQueries(savedMappings);
      close();
    },
  });
  const key = name.trim().toLowerCase();
  const duplicate = mappings.find((candidate) => candidate.name.toLowerCase() === key);
  const { project_code, project_name, person_cost_per_hour } = mapping.fields;
  const isUsable = Boolean(project_code || project_name || person_cost_per_hour);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={!isUsable}
        onClick={() => {
          save.reset();
          setName(suggestedName);
          open();
        }}
      >
        Save mapping…
      </Button>
      <Modal
        opened={isNaming}
        onClose={close}
        title="Save this mapping"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (key) save.mutate();
          }}
        >
          <TextInput
            label="Name"
            description="Every admin and lead can choose it for the next file."
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            mb="md"
          />
          {save.error && <Problem error={save.error} />}
          <Group justify="space-between" mt="md" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {duplicate && `Replaces “${duplicate.name}”.`}
            </Text>
            <Button type="submit" disabled={!key} loading={save.isPending}>
              {duplicate ? "Replace mapping" : "Save mapping"}
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}

function DeleteMapping({ mapping }: { mapping: SavedMapping }) {
  const queryClient = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure();
  const forget = useMutation({
    mutationFn: () => deleteImportMapping(mapping.id),
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries(savedMappings),
  });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Delete the saved mapping ${mapping.name}`}
        onClick={open}
      >
        <Trash2Icon size={16} strokeWidth={1.8} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isAsking}
        onClose={close}
        title="Delete this saved mapping?"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <Text mb="lg">
          “{mapping.name}” is removed for everyone. Imports that used it don't change.
        </Text>
        {forget.error && <Problem error={forget.error} />}
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={close} data-autofocus>
            Keep mapping
          </Button>
          <Button loading={forget.isPending} onClick={() => forget.mutate()}>
            Delete mapping
          </Button>
        </Group>
      </Modal>
    </>
  );
}
