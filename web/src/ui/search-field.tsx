import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { SearchIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";

interface Props {
  label: string;
  value: string;
  /** Called a moment after the last key. */
  onChange: (value: string) => void;
  className?: string;
}

/** A search within the page's rows. `/` puts the cursor into it. */
export function SearchField({ label, value, onChange, className }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const report = useDebouncedCallback(onChange, 150);
  useHotkeys([["/", () => input.current?.focus()]]);

  // The URL may change without a key pressed here: a link, a cleared filter. While the person types, the
  // URL only follows, and may lack the last letters.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);

  const change = (next: string) => {
    setText(next);
    report(next);
  };
  return (
    <TextInput
      ref={input}
      className={className}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // Enter searches; it must not submit a form around the field.
        event.preventDefault();
        report.flush();
      }}
      leftSection={<SearchIcon size={14} aria-hidden />}
      rightSection={
        text && <CloseButton size="xs" aria-label="Clear the search" onClick={() => change("")} />
      }
    />
  );
}
