import { ActionIcon, Button, Fieldset, Group, Input, Textarea, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import type { Section } from "./payload-values.ts";
import classes from "./sections-editor.module.css";

interface Props {
  label: string;
  value: Section[];
  error?: ReactNode;
  onChange: (next: Section[]) => void;
}

/** Sections of a draft: a heading and its text each, in an order. */
export function SectionsEditor({ label, value, error, onChange }: Props) {
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const change = (place: number, next: Partial<Section>) =>
    onChange(value.map((section, at) => (at === place ? { ...section, ...next } : section)));
  const move = (place: number, by: 1 | -1) => {
    const next = [...value];
    const [moved] = next.splice(place, 1);
    if (moved) next.splice(place + by, 0, moved);
    flushSync(() => onChange(next));
    // The focus goes with the section.
    const button = document.getElementById(`${id}-${by === 1 ? "down" : "up"}-${place + by}`);
    const field = document.getElementById(`${id}-heading-${place + by}`);
    (button?.hasAttribute("disabled") ? field : button)?.focus();
  };
  return (
    <Fieldset legend={label} variant="unstyled" classNames={{ legend: classes.legend }}>
      <div className={classes.sections}>
        {value.map((section, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is known by its place
          <fieldset key={place} aria-label={`Section ${place + 1}`} className={classes.section}>
            <Group wrap="nowrap" gap={6} align="flex-end">
              <TextInput
                id={`${id}-heading-${place}`}
                label="Heading"
                className={classes.heading}
                value={section.heading}
                onChange={(event) => change(place, { heading: event.currentTarget.value })}
              />
              <ActionIcon
                id={`${id}-up-${place}`}
                variant="default"
                size={36}
                aria-label={`Move section ${place + 1} up`}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                id={`${id}-down-${place}`}
                variant="default"
                size={36}
                aria-label={`Move section ${place + 1} down`}
                disabled={place === value.length - 1}
                onClick={() => move(place, 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`Remove section ${place + 1}`}
                onClick={() => {
                  onChange(value.filter((_, at) => at !== place));
                  add.current?.focus();
                }}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <Textarea
              label="Text"
              autosize
              minRows={3}
              maxRows={14}
              value={section.body}
              onChange={(event) => change(place, { body: event.currentTarget.value })}
            />
          </fieldset>
        ))}
        {error && <Input.Error>{error}</Input.Error>}
        <Button
          ref={add}
          size="xs"
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            flushSync(() => onChange([...value, { heading: "", body: "" }]));
            document.getElementById(`${id}-heading-${value.length}`)?.focus();
          }}
        >
          Add a section
        </Button>
      </div>
    </Fieldset>
  );
}
