import { Button, Group, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { BulkResults } from "../portfolio-actions/bulk-results.tsx";
import type { SentChange } from "../portfolio-actions/send-each.ts";
import { updateClient } from "../portfolio-actions/update-client.ts";
import { useBulkChange } from "../portfolio-actions/use-bulk-change.ts";
import type { ListedClient } from "./clients-view.ts";

interface ClientChange extends SentChange {
  client: ListedClient;
}

interface Props {
  clients: ListedClient[];
  /** Archives the clients, or restores them. */
  isArchived: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Archives or restores several clients: first a preview of each, then the change itself, which can be undone. */
export default function BulkClientsDialog({ clients, isArchived, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const plan = clients
    .filter(({ archivedAt }) => (archivedAt !== null) !== isArchived)
    .map((client): ClientChange => ({ name: client.name, client }));
  const apply = useBulkChange<ClientChange>({
    send: ({ client: { id, version } }) => updateClient(id, version, { is_archived: isArchived }),
    restore: ({ client, version = client.version }) =>
      updateClient(client.id, version, { is_archived: !isArchived }),
    messageOf: (count) => `${countOf(count, "client")} ${isArchived ? "archived" : "restored"}.`,
    onDone,
  });
  const isApplied = apply.results !== undefined;
  useEffect(() => {
    if (isApplied) heading.current?.focus();
  }, [isApplied]);
  const verb = isArchived ? "Archive" : "Restore";
  return (
    <Dialog
      // Once changes were sent, closing must not hide their results.
      onClose={apply.isSending ? () => {} : apply.results ? onDone : onClose}
      title={`${verb} ${countOf(clients.length, "client")}`}
      size={680}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <BulkResults
          heading={heading}
          noun="client"
          results={apply.results ?? plan}
          unchangedCount={clients.length - plan.length}
          isApplied={isApplied}
          keyOf={({ client }) => client.id}
          lines={() => [
            {
              label: "State",
              before: isArchived ? "Active" : "Archived",
              after: isArchived ? "Archived" : "Active",
            },
          ]}
        />
        <Group justify="flex-end" gap="xs">
          {apply.results ? (
            <Button onClick={onDone}>Close</Button>
          ) : (
            <>
              <Text size="xs" c="dimmed" mr="auto">
                {apply.isSending
                  ? `${apply.sentCount} of ${plan.length} sent`
                  : `Nothing has been changed yet.${isArchived ? " Clients with unfinished projects stay active." : ""}`}
              </Text>
              <Button variant="default" disabled={apply.isSending} onClick={onClose}>
                Cancel
              </Button>
              <Button
                disabled={plan.length === 0}
                loading={apply.isSending}
                onClick={() => apply.begin(plan)}
              >
                {verb} {countOf(plan.length, "client")}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
