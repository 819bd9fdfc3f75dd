import { Anchor, List, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { focusQuery } from "./query-field.tsx";
import { defaultKnowledgeSearch, isNarrowed, type KnowledgeSearch } from "./search-params.ts";

interface Props {
  search: KnowledgeSearch;
  onChange: (next: Partial<KnowledgeSearch>) => void;
}

/** Shown if no passage matches: possible reasons, and the next steps. */
export function NothingMatches({ search, onChange }: Props) {
  const viewer = useViewer();
  const { q: _, ...noFilter } = defaultKnowledgeSearch;
  const without = (value: string, label: string, next: Partial<KnowledgeSearch>) =>
    value && (
      <List.Item>
        <Try onClick={() => onChange(next)}>{label}</Try>
      </List.Item>
    );
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start">
      <Title order={2}>No passage matches “{search.q.trim()}”</Title>
      {isNarrowed(search) ? (
        <>
          <Text>The filters may exclude it:</Text>
          <List>
            {without(search.project, "Search in all projects", { project: "" })}
            {without(search.kind, "Search all kinds", { kind: "" })}
            {without(search.from || search.to, "Search all dates", { from: "", to: "" })}
            <List.Item>
              <Try onClick={() => onChange(noFilter)}>Remove every filter</Try>
            </List.Item>
          </List>
        </>
      ) : (
        <Text>
          {/\s/.test(search.q.trim()) && "Use fewer words. "}
          Try a name, a synonym or a date as it appears in the text.
        </Text>
      )}
      <Text c="dimmed">
        Passages are from documents, meetings, emails and notes. Names of tasks, projects, people
        and other records are listed above when they match and no filter is set.
      </Text>
      <Text c="dimmed">
        {leads(viewer)
          ? "Search doesn't cover files that failed or are still being processed."
          : "Search covers the projects you are a member of. It doesn't cover files that are still being processed."}
      </Text>
      <Try onClick={focusQuery}>Edit the search</Try>
    </Stack>
  );
}

function Try({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" onClick={onClick}>
      {children}
    </Anchor>
  );
}
