import { Anchor, Stack, Text, Title } from "@mantine/core";

interface Props {
  isNarrowed: boolean;
  onClear: () => void;
}

/** An empty inbox, and what will appear in it. */
export function NothingWaits({ isNarrowed, onClear }: Props) {
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>
        {isNarrowed ? "No waiting cards match these filters" : "No cards are waiting for you"}
      </Title>
      {isNarrowed ? (
        <Anchor component="button" type="button" onClick={onClear}>
          Clear the filters
        </Anchor>
      ) : (
        <Text size="lg">
          Proposals from colleagues, from the assistant and from Countersign itself appear here:
          tasks, events, client updates and drafts. Nothing happens until someone approves a
          proposal. Start by proposing a card, or ask the assistant for one.
        </Text>
      )}
    </Stack>
  );
}
