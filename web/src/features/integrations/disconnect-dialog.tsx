import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { integrationAction, type Provider } from "../../api/integration-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { streamName } from "./words.ts";

interface Props {
  provider: Provider;
  onClose: () => void;
  onDone: () => void;
}

/** Shows the effect on the data, then disconnects. */
export function DisconnectDialog({ provider, onClose, onDone }: Props) {
  const name = providerName(provider.provider);
  const [choice, setChoice] = useState("release");
  const read = provider.streams.filter(({ row_count }) => row_count > 0);
  const disconnect = useMutation({
    mutationFn: () =>
      integrationAction({
        action: "disconnect",
        provider: provider.provider,
        releases_rows: read.length > 0 && choice === "release",
      }),
    onSuccess: () => {
      notifySaved(`${name} is disconnected.`);
      onDone();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Disconnect ${name}?`}>
      <Stack gap="md">
        <Text>
          Countersign deletes the secret and stops reading. Nothing is deleted here or in {name}.
          {provider.kinds.length > 0 && " Approved cards are then carried out in Countersign."}
        </Text>
        {read.length > 0 && (
          <>
            <Text>
              {read
                .map(
                  ({ stream, row_count }) => `${streamName(stream)}: ${countOf(row_count, "row")}`,
                )
                .join(". ")}
              . They stay in their projects.
            </Text>
            <Radio.Group label="Rows read so far" value={choice} onChange={setChoice}>
              <Stack gap="sm" mt="xs">
                <Radio
                  value="release"
                  data-autofocus
                  label="Make them ours"
                  description="You can change them here. To connect again, assign the lists again."
                />
                <Radio
                  value="manage"
                  label={`Leave them to ${name}`}
                  description="They can't be changed here. Connecting again continues where it stopped."
                />
              </Stack>
            </Radio.Group>
          </>
        )}
        {disconnect.error && <Problem error={disconnect.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep connection
          </Button>
          <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect {name}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
