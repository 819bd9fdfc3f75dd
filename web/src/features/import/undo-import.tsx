import { Alert, Button, Group, List, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlertIcon, Undo2Icon } from "lucide-react";
import { type ImportRun, undoImport } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { countOf } from "../../format/numbers.ts";
import { Problem } from "../../ui/problem.tsx";
import { undoInWords } from "./plan-words.ts";

interface Props {
  runId: string;
  counts: NonNullable<ImportRun["counts"]>;
}

/** Undoes an import after a confirmation, and shows the conflicts if the service refuses. */
export function UndoImport({ runId, counts }: Props) {
  const queryClient = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure();
  const undo = useMutation({
    mutationFn: () => undoImport(runId),
    onSuccess: () => queryClient.invalidateQueries(),
    onSettled: close,
  });
  const words = undoInWords(counts);
  if (!words) return null;

  const changedRows = touchedRows(undo.error);
  return (
    <>
      {changedRows ? <Conflicts {...changedRows} /> : undo.error && <Problem error={undo.error} />}
      <Button
        variant="default"
        size="xs"
        my="md"
        leftSection={<Undo2Icon size={16} strokeWidth={1.8} aria-hidden />}
        onClick={open}
      >
        Undo this import…
      </Button>
      <Modal
        opened={isAsking}
        onClose={close}
        title="Undo this import?"
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <Text mb="sm">Undoing it will {words}. Either all of it is undone or nothing is.</Text>
        <Text size="sm" c="dimmed" mb="lg">
          If anyone has changed these records or added to them since, nothing is undone, and you see
          the conflicts. The receipt stays.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            Keep import
          </Button>
          <Button loading={undo.isPending} onClick={() => undo.mutate()}>
            Undo import
          </Button>
        </Group>
      </Modal>
    </>
  );
}

interface Touched {
  count: number;
  rows: { type: string; id: string; label: string | null; why: string }[];
}

function touchedRows(error: unknown): Touched | null {
  if (!(error instanceof ServiceError) || error.code !== "import_touched") return null;
  return error.details as Touched;
}

function Conflicts({ count, rows }: Touched) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      icon={<TriangleAlertIcon />}
      title={`Nothing was undone: ${countOf(count, "record has", "records have")} changed since the import`}
    >
      <List size="sm">
        {rows.map(({ type, id, label, why }) => (
          <List.Item key={id}>
            {type.replace("_", " ")} {label && <b>{label}</b>}: {why}
          </List.Item>
        ))}
      </List>
      {count > rows.length && (
        <Text size="sm">and {countOf(count - rows.length, "more", "more")}</Text>
      )}
    </Alert>
  );
}
