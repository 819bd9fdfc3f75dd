import { Alert, Text } from "@mantine/core";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { SyncStream } from "../../api/integration-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { AppLink } from "../../ui/app-link.tsx";

interface Props {
  provider: string;
  removals: NonNullable<SyncStream["removals"]>;
  /** Whether the vendor is disconnected: deletions there are then unknown. */
  isDisconnected: boolean;
}

/** Rows that wait for the decision of a card: they were deleted at the vendor, or someone proposed their removal. */
export function Removals({ provider, removals: { approval_id, count }, isDisconnected }: Props) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title={
        isDisconnected
          ? `Removal of ${countOf(count, "record")} proposed`
          : `${countOf(count, "record")} deleted in ${providerName(provider)}`
      }
    >
      <Text size="sm" mb="xs">
        The records stay until an admin or a lead decides their card.
        {!isDisconnected && " The sync continues."}
      </Text>
      <AppLink to={`/inbox/${approval_id}`}>Review the card</AppLink>
    </Alert>
  );
}
