import { Anchor, List, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { leads, useViewer } from "../../session/viewer.ts";
import { focusQuery } from "./query-field.tsx";
import { defaultKnowledgeSearch, isNarrowed, type KnowledgeSearch } from "./search-params.ts";

interface Props {
  search: KnowledgeSearch;
  onChange: (next: Partial<KnowledgeSearch>) => void;
}

/** No passage answers: what could be in the way, and the way out. */
export function NothingMatches({ search, onChange }: Props) {
  const viewer = useViewer();
  const { q: _, ...noFilter } = defaultKnowledgeSearch;
  const without = (given: string, label: string, next: Partial<KnowledgeSearch>) =>
    given && (
      <List.Item>
        <Try onClick={() => onChange(next)}>{label}</Try>
      </List.Item>
    );
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start">
      <Title order={2}>No passage fits “{search.q.trim()}”</Title>
      {isNarrowed(search) ? (
        <>
          <Text>It may stand outside the filters:</Text>
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
          Fewer words find more. Try a name, a date as it was written, or another word for the same
          thing.
        </Text>
      )}
      <Text c="dimmed">
        Search covers documents, meetings, emails and notes. Tasks are listed on their project's
        page, people under Settings.
      </Text>
      <Text c="dimmed">
        {leads(viewer)
          ? "A file that is still being read, or could not be read, is not found."
          : "You search the projects that you are a member of. A file that is still being read is not found."}
      </Text>
      <Try onClick={focusQuery}>Change the words</Try>
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
