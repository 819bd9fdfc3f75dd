import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { PromptVersion } from "../../api/routes.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Diff } from "./diff.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { isConflict, useActOnPrompt } from "./use-act-on-prompt.ts";
import { wholeText } from "./words.ts";

/** The next live prompt: a text, or an earlier version. */
export type Move = { base: string } | { version: PromptVersion };

interface Props {
  move: Move;
  live: PromptVersion | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before the prompt changes, and shows the change. */
export function ConfirmMove({ move, live, onClose, onDone }: Props) {
  // The version that the reader sees; another one is shown only on request.
  const [baseline, setBaseline] = useState(live);
  const isRollback = "version" in move;
  const message = isRollback
    ? `Version ${move.version.number} is live again.`
    : "The new prompt is live.";
  const make = useActOnPrompt(message, onDone);
  const after = isRollback
    ? wholeText(move.version)
    : wholeText({ base: move.base, rules: live?.rules ?? [] });
  const hasMoved = isConflict(make.error) && live?.version_row_id !== baseline?.version_row_id;

  const confirm = () => {
    const expectation = baseline ? { expected_version_row_id: baseline.version_row_id } : {};
    make.mutate(
      isRollback
        ? {
            action: "rollback_prompt",
            version_row_id: move.version.version_row_id,
            ...expectation,
          }
        : { action: "set_base_prompt", base: move.base, ...expectation },
    );
  };

  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={isRollback ? `Roll back to version ${move.version.number}?` : "Make this prompt live?"}
    >
      <Stack gap="md">
        {hasMoved ? (
          <Meanwhile baseline={baseline} live={live} />
        ) : (
          <>
            <Text>
              {isRollback
                ? "Its base prompt and learned rules come back exactly as they were, as a new version. Nothing is deleted."
                : "The assistant follows it from its next answer on. Learned rules stay."}
            </Text>
            <Diff
              before={live ? wholeText(live) : ""}
              after={after}
              label={live ? `Changes in version ${live.number}` : "The new prompt"}
            />
            {make.error && !isConflict(make.error) && <Problem error={make.error} />}
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {hasMoved ? (
            <Button
              onClick={() => {
                setBaseline(live);
                make.reset();
              }}
            >
              Compare with mine
            </Button>
          ) : (
            <Button loading={make.isPending} onClick={confirm}>
              {isRollback ? "Roll back" : "Make it live"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
