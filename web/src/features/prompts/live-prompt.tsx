import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import { PencilIcon } from "lucide-react";
import { useState } from "react";
import type { Prompt, PromptVersion } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { ConfirmMove } from "./confirm-move.tsx";
import { Diff } from "./diff.tsx";
import { PromptEditor } from "./prompt-editor.tsx";
import classes from "./prompts.module.css";
import { wholeText } from "./words.ts";

/** The assistant's current instructions, and the way to new ones. */
export function LivePrompt({ prompt }: { prompt: Prompt }) {
  const { live, is_prompt_owner } = prompt;
  const [isEditing, setEditing] = useState(false);
  const close = () => setEditing(false);
  if (isEditing) return <PromptEditor prompt={prompt} base={live?.base ?? ""} onClose={close} />;
  if (!live) {
    return (
      <Stack align="flex-start" gap="sm">
        <Text c="dimmed">
          No prompt yet: the assistant gets only the question and its sources. Write a few sentences
          about who it works for, which sources it uses and what it must never do.
        </Text>
        <Button onClick={() => setEditing(true)}>Write the first prompt</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Version {live.number}, {live.created_by.name}, <Instant at={live.created_at} />
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<PencilIcon size={16} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {is_prompt_owner ? "Edit" : "Suggest changes"}
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={classes.text} aria-label="Base prompt" tabIndex={0}>
        {live.base}
      </section>
      {live.rules.length > 0 && (
        <div>
          <Title order={3} mb={4}>
            Learned rules
          </Title>
          <List type="ordered" size="sm" spacing={4}>
            {live.rules.map((rule) => (
              <List.Item key={rule}>{rule}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

interface StagedProps {
  prompt: Prompt;
  staged: PromptVersion;
}

/** The changes in a text that is waiting for a prompt owner. */
export function StagedPrompt({ prompt, staged }: StagedProps) {
  const { live, is_prompt_owner } = prompt;
  const [isConfirming, setConfirming] = useState(false);
  const after = wholeText({ base: staged.base, rules: live?.rules ?? [] });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Version {staged.number}, {staged.created_by.name}, <Instant at={staged.created_at} />
        </Text>
        {is_prompt_owner ? (
          <Button size="xs" onClick={() => setConfirming(true)}>
            Make live…
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            Waiting for a prompt owner
          </Text>
        )}
      </Group>
      <Diff before={live ? wholeText(live) : ""} after={after} label="Changes in the staged text" />
      {isConfirming && (
        <ConfirmMove
          move={{ base: staged.base }}
          live={live}
          onClose={() => setConfirming(false)}
          onDone={() => setConfirming(false)}
        />
      )}
    </Stack>
  );
}
