import { Paper, Textarea, type TextareaProps, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { countOf } from "../../format/numbers.ts";
import classes from "./mention-input.module.css";
import type { PersonName } from "./queries.ts";

/** At most this many people are offered at a time; another letter finds the others. */
const OFFERED = 8;

interface Props extends Omit<TextareaProps, "value" | "onChange"> {
  value: string;
  onChange: (text: string) => void;
  /** A chosen person is written as @name. */
  onMention: (person: PersonName) => void;
  people: readonly PersonName[];
  onSubmit: () => void;
}

/** A text field in which @ offers people in a list: arrows choose, Enter or Tab takes, Escape closes. */
export function MentionInput(props: Props) {
  const { value, onChange, onMention, people, onSubmit, ...others } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [query, setQuery] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const matches = query === null ? [] : findPeople(people, query);
  const isOpen = matches.length > 0;
  const close = () => setQuery(null);
  const updateQuery = () => {
    const { value: text, selectionStart } = field.current as HTMLTextAreaElement;
    setQuery(queryBefore(text.slice(0, selectionStart)));
    setIndex(0);
  };
  const take = (person: PersonName) => {
    const area = field.current as HTMLTextAreaElement;
    const start = area.selectionStart - (query?.length ?? 0);
    const next = `${value.slice(0, start)}${person.name} `;
    onChange(next + value.slice(area.selectionStart));
    onMention(person);
    close();
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(next.length, next.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = matches[index];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    else if (!isOpen) return;
    else if (event.key === "ArrowDown") setIndex((index + 1) % matches.length);
    else if (event.key === "ArrowUp") setIndex((index + matches.length - 1) % matches.length);
    else if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === "Tab") && person) take(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={classes.field}>
      <Textarea
        {...others}
        ref={field}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={8000}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${index}` : undefined}
        // Escape closes the list and not the panel around it.
        data-mantine-stop-propagation={isOpen || undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          updateQuery();
        }}
        onClick={updateQuery}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <VisuallyHidden role="status">
        {isOpen &&
          `${countOf(matches.length, "person", "people")} to mention. Choose with the arrow keys.`}
      </VisuallyHidden>
      {isOpen && (
        <Paper withBorder className={classes.list}>
          <div role="listbox" id={listId} aria-label="People to mention">
            {matches.map((person, position) => (
              <div
                key={person.id}
                id={`${listId}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                className={classes.option}
                // The text keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(person);
                }}
              >
                {person.name}
              </div>
            ))}
          </div>
        </Paper>
      )}
    </div>
  );
}

/** The letters between an @ and the cursor; null without an @. */
function queryBefore(text: string): string | null {
  return /(?:^|[\s(])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text)?.[1] ?? null;
}

function findPeople(people: readonly PersonName[], query: string): PersonName[] {
  const lowerQuery = query.toLowerCase();
  // A complete name needs no more suggestions.
  if (people.some(({ name }) => `${name} `.toLowerCase() === lowerQuery)) return [];
  return people
    .filter(({ name }) => {
      const lower = name.toLowerCase();
      return (
        lower.startsWith(lowerQuery) ||
        lower.split(/\s+/).some((word) => word.startsWith(lowerQuery))
      );
    })
    .slice(0, OFFERED);
}
