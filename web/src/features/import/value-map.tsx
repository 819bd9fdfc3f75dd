import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./mapping-editor.module.css";

interface Props {
  label: string;
  /** Our values, and the words that people use for them. */
  vocabulary: Record<string, string>;
  /** The first distinct values of the file; there may be more. */
  samples: string[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** Translates the file's values into ours, one by one. */
export function ValueMap({ label, vocabulary, samples, values, onChange }: Props) {
  const [newWord, setNewWord] = useState("");
  const words = [...new Set([...samples, ...Object.keys(values)])];

  const set = (word: string, meaning: string) => {
    const { [word]: _, ...others } = values;
    onChange(meaning ? { ...others, [word]: meaning } : others);
  };
  const add = () => {
    const word = newWord.trim();
    if (word) set(word, Object.keys(vocabulary)[0] ?? "");
    setNewWord("");
  };
  return (
    <div className={classes.values}>
      {words.map((word) => (
        <div key={word} className={classes.value}>
          <Text size="sm" truncate title={word}>
            {word}
          </Text>
          <span aria-hidden>→</span>
          <NativeSelect
            size="xs"
            aria-label={`${label}: what ${word} means`}
            value={values[word] ?? (word in vocabulary ? word : "")}
            onChange={(event) => set(word, event.currentTarget.value)}
            data={[
              { value: "", label: "Unchanged" },
              ...Object.entries(vocabulary).map(([value, text]) => ({ value, label: text })),
            ]}
          />
        </div>
      ))}
      <Group gap={8} wrap="nowrap" mt={4}>
        <TextInput
          size="xs"
          flex={1}
          placeholder="Another value in the file"
          aria-label={`${label}: another value in the file`}
          value={newWord}
          onChange={(event) => setNewWord(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && add()}
        />
        <Button size="xs" variant="default" disabled={!newWord.trim()} onClick={add}>
          Add
        </Button>
      </Group>
    </div>
  );
}
