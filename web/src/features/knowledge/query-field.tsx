import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { SearchIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { MAX_QUERY } from "./search-params.ts";

const FIELD = "knowledge-query";
/** The pause after which a word counts as complete. */
const PAUSE_MS = 250;

interface Props {
  value: string;
  /** Called when the person pauses, or at once on Enter. */
  onChange: (value: string) => void;
  /** Moves the focus down. */
  onLeaveDown: () => void;
}

/** The search field. `/` puts the cursor into it. */
export function QueryField({ value, onChange, onLeaveDown }: Props) {
  const [text, setText] = useState(value);
  const reportedValue = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    reportedValue.current = next;
    onChange(next);
  }, PAUSE_MS);
  useHotkeys([["/", focusQuery]]);

  // The URL may change without a key pressed here: a link, the palette, the back button. A query that the field
  // reported comes back unchanged, while the field may already contain more letters.
  useEffect(() => {
    if (value === reportedValue.current) return;
    reportedValue.current = value;
    report.cancel();
    setText(value);
  }, [value, report]);

  const change = (next: string) => {
    setText(next);
    report(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") report.flush();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    report.flush();
    onLeaveDown();
  };
  return (
    <TextInput
      id={FIELD}
      size="md"
      type="search"
      aria-label="Search"
      placeholder="Search tasks, projects, people, documents, meetings and emails"
      autoComplete="off"
      maxLength={MAX_QUERY}
      mb="sm"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<SearchIcon size={18} aria-hidden />}
      rightSection={
        text && (
          <CloseButton
            aria-label="Clear the search"
            onClick={() => {
              change("");
              report.flush();
              focusQuery();
            }}
          />
        )
      }
    />
  );
}

export function focusQuery(): void {
  document.getElementById(FIELD)?.focus();
}
