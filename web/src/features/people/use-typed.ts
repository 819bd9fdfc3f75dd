import { useDebouncedValue } from "@mantine/hooks";

/** The text without spaces around it, once the reader pauses: a preview for every keystroke would be too much. */
export function useTyped(text: string): string {
  return useDebouncedValue(text.trim(), 300)[0];
}
