import { Button, Group, List, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { integrationAction, type Provider } from "../../api/integration-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { listInWords } from "../../format/sentence.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { streamName } from "./words.ts";

/** Rows of these kinds are deleted, not archived: their removal has no undo. */
const deletedForGood = ["hours", "events", "meetings", "busy"];

interface Props {
  provider: Provider;
  onClose: () => void;
  onDone: () => void;
}

/** Shows the effect on the data, then disconnects. */
export function DisconnectDialog({ provider, onClose, onDone }: Props) {
  const name = providerName(provider.provider);
  const [choice, setChoice] = useState<"release" | "manage" | "remove">("release");
  const streams = provider.streams.filter(({ row_count }) => row_count > 0);
  const removes = streams.length > 0 && choice === "remove";
  const deletedStreams = streams.filter(({ stream }) => deletedForGood.includes(stream));
  const disconnect = useMutation({
    mutationFn: () =>
      integrationAction({
        action: "disconnect",
        provider: provider.provider,
        releases_rows: streams.length > 0 && choice === "release",
        proposes_removal: removes,
      }),
    onSuccess: () => {
      notifySaved(
        removes
          ? `${name} is disconnected. The removal waits for a decision in the inbox.`
          : `${name} is disconnected.`,
      );
      onDone();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Disconnect ${name}?`}>
      <Stack gap="md">
        <Text>
          Countersign deletes the secret and stops reading. Nothing changes in {name}.
          {provider.kinds.length > 0 && " Approved cards are then executed in Countersign."}
        </Text>
        {streams.length > 0 && (
          <>
            <div>
              <Text fw={500}>Data from {name}</Text>
              <List size="sm">
                {streams.map(({ stream, row_count }) => (
                  <List.Item key={stream}>
                    {streamName(stream)}: {countOf(row_count, "record")}
                  </List.Item>
                ))}
              </List>
            </div>
            <Radio.Group
              label="Choose what happens to this data"
              value={choice}
              onChange={(value) => setChoice(value as typeof choice)}
            >
              <Stack gap="sm" mt="xs">
                <Radio
                  value="release"
                  data-autofocus
                  label="Keep the data and edit it in Countersign"
                  description={`If you reconnect ${name}, assign its data to projects again.`}
                />
                <Radio
                  value="manage"
                  label="Keep the data read-only"
                  description={`If you reconnect ${name}, the sync continues where it stopped.`}
                />
                <Radio
                  value="remove"
                  label="Propose removal"
                  description={
                    streams.length === 1
                      ? "Nothing is removed until an admin or a lead executes the card in the inbox."
                      : `${countOf(streams.length, "card")} in the inbox, one for each kind of data. Nothing is removed until an admin or a lead executes them.`
                  }
                />
              </Stack>
            </Radio.Group>
            {removes && deletedStreams.length > 0 && (
              <Text size="sm">
                {listInWords(deletedStreams.map(({ stream }) => streamName(stream)))} can't be
                restored after the removal.
              </Text>
            )}
          </>
        )}
        {disconnect.error && <Problem error={disconnect.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep connection
          </Button>
          <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {removes ? "Disconnect and propose removal" : `Disconnect ${name}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
