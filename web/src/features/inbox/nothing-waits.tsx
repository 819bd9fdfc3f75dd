import { Anchor, Stack, Text, Title } from "@mantine/core";

interface Props {
  isNarrowed: boolean;
  onClear: () => void;
}

/** An inbox in which nobody has to do anything, and what will be here. */
export function NothingWaits({ isNarrowed, onClear }: Props) {
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>
        {isNarrowed ? "Nothing that fits these filters waits" : "Nothing waits for you"}
      </Title>
      <Text size="lg">
        What the assistant, a background function or a colleague proposes comes here first: tasks,
        events, updates for clients, drafts. Nothing of it happens before somebody signs it.
      </Text>
      {isNarrowed && (
        <Anchor component="button" type="button" onClick={onClear}>
          Clear the filters
        </Anchor>
      )}
    </Stack>
  );
}
