import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { CheckIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PersonChange } from "../../api/routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { usePersonChange } from "./use-person-change.ts";

export interface Notice {
  key: string;
  text: string;
  /** The inverse of the change, based on the version that the change created. */
  undo: { person_id: string; version: number; change: PersonChange } | null;
}

export function noticeOf(text: string, undo: Notice["undo"] = null): Notice {
  return { key: crypto.randomUUID(), text, undo };
}

interface Props {
  notice: Notice;
  onChange: (next: Notice | null) => void;
}

/** The latest change, with its undo if there is one. */
export function ChangeNotice({ notice, onChange }: Props) {
  const undo = usePersonChange(() => onChange(noticeOf("Undone.")));
  const undoChange = () => {
    if (notice.undo && !undo.isPending) undo.mutate(notice.undo);
  };
  useHotkeys([["z", undoChange]]);

  // The focus moves to the result. A frame later, because a closing dialog would take it back.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <Stack gap="xs" mb="md">
      <Alert
        ref={box}
        tabIndex={-1}
        role="status"
        color="gray"
        variant="light"
        icon={<CheckIcon />}
        withCloseButton
        closeButtonLabel="Dismiss"
        onClose={() => onChange(null)}
      >
        <Group gap="sm">
          <Text size="md">{notice.text}</Text>
          {notice.undo && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undo.isPending}
              onClick={undoChange}
            >
              Undo
            </Button>
          )}
        </Group>
      </Alert>
      {undo.error && <Problem error={undo.error} />}
    </Stack>
  );
}
