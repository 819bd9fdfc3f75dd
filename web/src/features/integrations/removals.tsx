import { Alert, Text } from "@mantine/core";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { SyncStream } from "../../api/integration-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { AppLink } from "../../ui/app-link.tsx";

interface Props {
  provider: string;
  removals: NonNullable<SyncStream["removals"]>;
}

/**
 * Rows that were deleted at the vendor, more than a sync may remove by itself: their card is decided in the inbox.
 */
export function Removals({ provider, removals: { approval_id, count } }: Props) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title={`${countOf(count, "row")} deleted in ${providerName(provider)}`}
    >
      <Text size="sm" mb="xs">
        The rows stay until an admin or a lead decides their card. The sync continues.
      </Text>
      <AppLink to={`/inbox/${approval_id}`}>Review the card</AppLink>
    </Alert>
  );
}
