import { type FocusEvent, type KeyboardEvent, useState } from "react";

interface Draft {
  value: string;
  error: string | null;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  "data-mantine-stop-propagation": boolean | undefined;
}

/**
 * A field that saves when it is left. Enter leaves it (Ctrl/Cmd-Enter if it has several lines), and Escape restores its
 * value. `save` returns the reason why a text can't be saved.
 */
export function useDraft(
  saved: string,
  save: (text: string) => string | null,
  hasLines = false,
): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const restore = () => {
    setDraft(null);
    setError(null);
  };
  return {
    value: draft ?? saved,
    error,
    onChange: (event) => setDraft(event.currentTarget.value),
    onBlur: () => {
      if (draft === null || draft.trim() === saved) return restore();
      const problem = save(draft.trim());
      setError(problem);
      if (!problem) setDraft(null);
    },
    onKeyDown: (event) => {
      const element = event.currentTarget as HTMLElement;
      if (event.key === "Enter" && (!hasLines || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        element.blur();
        element.focus();
      } else if (event.key === "Escape" && draft !== null) {
        event.stopPropagation();
        restore();
      }
    },
    // Escape restores the text and leaves the panel open.
    "data-mantine-stop-propagation": draft !== null || undefined,
  };
}
