import { Button, Fieldset, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../../ui/problem.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { plainSnippet } from "../knowledge/plain-snippet.ts";
import { type Citation, passagesFor, quoteOf } from "./evidence.ts";
import classes from "./sections-editor.module.css";

interface Props {
  projectId: string;
  /** Whether a card of this kind needs evidence. */
  isExpected: boolean;
  citations: Citation[];
  onChange: (next: Citation[]) => void;
}

/** Chooses the passages that a card cites, in the order of their numbers. */
export function EvidenceEditor({ projectId, isExpected, citations, onChange }: Props) {
  const [words, setWords] = useState("");
  const results = useQuery(passagesFor(projectId, words.trim()));
  const add = useMutation({
    mutationFn: async (passage: Omit<Citation, "quote">) => ({
      ...passage,
      quote: await quoteOf(passage.passageId),
    }),
    onSuccess: (citation) => {
      onChange([...citations, citation]);
      setWords("");
    },
  });
  const suggestions = (results.data ?? []).filter(({ chunk_id }) =>
    citations.every(({ passageId }) => passageId !== chunk_id),
  );
  return (
    <Fieldset legend="Evidence" variant="unstyled" classNames={{ legend: classes.legend }}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isExpected
            ? "This kind of card needs evidence. Refer to a passage in the text by its number, for example [1]."
            : "Optional: passages that support the proposal. Refer to them in the text as [1], [2]."}
        </Text>
        {citations.map((citation, index) => (
          <Stack key={citation.passageId} gap={4}>
            <Textarea
              label={`[${index + 1}] ${citation.title}`}
              description="The quote, word for word. Shorten it to the part that matters."
              autosize
              minRows={2}
              maxRows={8}
              maxLength={4000}
              value={citation.quote}
              error={citation.quote.trim() === "" && "Enter the quote, or remove it"}
              onChange={(event) => {
                const quote = event.currentTarget.value;
                onChange(
                  citations.map((citation, at) =>
                    at === index ? { ...citation, quote } : citation,
                  ),
                );
              }}
            />
            <Button
              size="compact-xs"
              variant="subtle"
              style={{ alignSelf: "flex-start" }}
              onClick={() => onChange(citations.filter((_, at) => at !== index))}
            >
              Remove evidence [{index + 1}]
            </Button>
          </Stack>
        ))}
        <SearchField
          key={citations.length}
          label="Search passages to quote"
          value={words}
          onChange={setWords}
        />
        {results.isError && <Problem error={results.error} />}
        {add.isError && <Problem error={add.error} />}
        {words.trim() !== "" && results.isSuccess && suggestions.length === 0 && (
          <Text size="sm" role="status">
            No passage of this project matches. Try other words, or add a document first.
          </Text>
        )}
        {words.trim() !== "" &&
          suggestions.map(({ chunk_id, source_id, title, snippet }) => (
            <Group key={chunk_id} gap="sm" wrap="nowrap" align="flex-start">
              <Text size="sm" flex={1} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
                <strong>{title}</strong>: {plainSnippet(snippet, []).text}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                flex="none"
                aria-label={`Quote ${title}`}
                loading={add.isPending && add.variables.passageId === chunk_id}
                onClick={() => add.mutate({ passageId: chunk_id, sourceId: source_id, title })}
              >
                Quote
              </Button>
            </Group>
          ))}
      </Stack>
    </Fieldset>
  );
}
