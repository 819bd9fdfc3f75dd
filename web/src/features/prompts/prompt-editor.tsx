import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Prompt, PromptVersion } from "../../api/routes.ts";
import { Problem } from "../../ui/problem.tsx";
import { ConfirmMove } from "./confirm-move.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import classes from "./prompts.module.css";
import { isConflict, useActOnPrompt } from "./use-act-on-prompt.ts";

const MAX_CHARACTERS = 100_000;

interface Props {
  prompt: Prompt;
  /** The initial text. */
  base: string;
  onClose: () => void;
}

/** The base prompt as editable text. Staging it does not change the live prompt. */
export function PromptEditor({ prompt, base: initialBase, onClose }: Props) {
  const { live, is_prompt_owner } = prompt;
  const [base, setBase] = useState(initialBase);
  const [baseline, setBaseline] = useState<PromptVersion | null>(live);
  const [isConfirming, setConfirming] = useState(false);
  const stage = useActOnPrompt("Staged. The live prompt hasn't changed.", onClose);
  const isEmpty = base.trim() === "";
  const isUnchanged = base === live?.base;
  const problem =
    base.length > MAX_CHARACTERS && [...base].length > MAX_CHARACTERS
      ? "Shorten the prompt to 100,000 characters"
      : undefined;
  const cannot = isEmpty || isUnchanged || Boolean(problem);

  return (
    <Stack gap="sm">
      {isConflict(stage.error) && live?.version_row_id !== baseline?.version_row_id && (
        <Meanwhile baseline={baseline} live={live} />
      )}
      {stage.error && !isConflict(stage.error) && <Problem error={stage.error} />}
      <Textarea
        label="Base prompt"
        description="Saved exactly as you write it. Learned rules are added after it automatically."
        value={base}
        onChange={(event) => setBase(event.currentTarget.value)}
        error={problem}
        autosize
        minRows={10}
        maxRows={30}
        autoFocus
        spellCheck
        classNames={{ input: classes.editor }}
      />
      <Group justify="flex-end" gap="sm">
        {isUnchanged && (
          <Text size="sm" c="dimmed">
            This is the live prompt.
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={is_prompt_owner ? "default" : "filled"}
          disabled={cannot}
          loading={stage.isPending}
          onClick={() => {
            const expectedVersion = live && isConflict(stage.error) ? live : baseline;
            setBaseline(expectedVersion);
            stage.mutate({
              action: "stage_prompt",
              base,
              ...(expectedVersion && { expected_version_row_id: expectedVersion.version_row_id }),
            });
          }}
        >
          {" "}
          Stage prompt{" "}
        </Button>
        {is_prompt_owner && (
          <Button disabled={cannot} onClick={() => setConfirming(true)}>
            Make live…
          </Button>
        )}
      </Group>
      {isConfirming && (
        <ConfirmMove
          move={{ base }}
          live={live}
          onClose={() => setConfirming(false)}
          onDone={onClose}
        />
      )}
    </Stack>
  );
}
