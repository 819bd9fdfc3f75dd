import { useEffect } from "react";

/** The inputs of a field with an error; a group of choices has several. */
const WRONG_FIELD =
  ".mantine-InputWrapper-root:has(> .mantine-InputWrapper-error) :is(input, textarea, select)";

// React shows the errors after the event.
const focusWrongField = ({ target }: SubmitEvent) =>
  void setTimeout(() => {
    if (target instanceof HTMLFormElement) target.querySelector<HTMLElement>(WRONG_FIELD)?.focus();
  });

/** Every form that refuses its values puts the focus into its first field with an error. */
export function useFocusOfWrongFields(): void {
  useEffect(() => {
    document.addEventListener("submit", focusWrongField);
    return () => document.removeEventListener("submit", focusWrongField);
  }, []);
}
