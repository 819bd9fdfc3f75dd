import { ActionIcon, Button, Fieldset, Group, Input, Textarea, TextInput } from "@mantine/core";
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, Trash2Icon } from "lucide-react";
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

/** The ordered sections of a draft, each with a heading and a text. */
export function SectionsEditor({ label, value, error, onChange }: Props) {
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, next: Partial<Section>) =>
    onChange(value.map((section, at) => (at === index ? { ...section, ...next } : section)));
  const move = (index: number, by: 1 | -1) => {
    const next = [...value];
    const [section] = next.splice(index, 1);
    if (section) next.splice(index + by, 0, section);
    flushSync(() => onChange(next));
    // The focus goes with the section.
    const button = document.getElementById(`${id}-${by === 1 ? "down" : "up"}-${index + by}`);
    const field = document.getElementById(`${id}-heading-${index + by}`);
    (button?.hasAttribute("disabled") ? field : button)?.focus();
  };
  return (
    <Fieldset legend={label} variant="unstyled" classNames={{ legend: classes.legend }}>
      <div className={classes.sections}>
        {value.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position
          <fieldset key={index} aria-label={`Section ${index + 1}`} className={classes.section}>
            <Group wrap="nowrap" gap={6} align="flex-end">
              <TextInput
                id={`${id}-heading-${index}`}
                label="Heading"
                className={classes.heading}
                value={section.heading}
                onChange={(event) => change(index, { heading: event.currentTarget.value })}
              />
              <ActionIcon
                id={`${id}-up-${index}`}
                variant="default"
                size={36}
                aria-label={`Move section ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUpIcon size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                id={`${id}-down-${index}`}
                variant="default"
                size={36}
                aria-label={`Move section ${index + 1} down`}
                disabled={index === value.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDownIcon size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`Remove section ${index + 1}`}
                onClick={() => {
                  onChange(value.filter((_, at) => at !== index));
                  add.current?.focus();
                }}
              >
                <Trash2Icon size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <Textarea
              label="Text"
              autosize
              minRows={3}
              maxRows={14}
              value={section.body}
              onChange={(event) => change(index, { body: event.currentTarget.value })}
            />
          </fieldset>
        ))}
        {error && <Input.Error>{error}</Input.Error>}
        <Button
          ref={add}
          size="xs"
          variant="default"
          className={classes.add}
          leftSection={<PlusIcon size={14} aria-hidden />}
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
