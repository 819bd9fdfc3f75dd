import { Button, Group, Stack, Text, Title } from "@mantine/core";

const examples = ["launch date", "scope changes in writing", "who pays for the extra hours"];

/** Shown before the first query: what search covers, and example queries. */
export function Examples({ onChoose }: { onChoose: (query: string) => void }) {
  return (
    <Stack gap="sm" py="xl" maw={640}>
      <Title order={2}>Find a task, a person or a passage</Title>
      <Text size="lg">
        Search lists projects, clients, people, tasks, cards and documents by name, then the
        passages of documents, meeting transcripts, emails and notes. A passage opens in its source.
      </Text>
      <Group gap="xs">
        {examples.map((example) => (
          <Button key={example} size="xs" variant="default" onClick={() => onChoose(example)}>
            {example}
          </Button>
        ))}
      </Group>
      <Text c="dimmed">
        Enter a name, a few words or a whole question. Search tolerates typos in names.
      </Text>
    </Stack>
  );
}
