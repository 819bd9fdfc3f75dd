import { Anchor, Badge } from "@mantine/core";
import { Instant } from "../../format/instant.tsx";
import type { Rows } from "../../supabase/client.ts";
import classes from "./account-page.module.css";

/** The facts about a client besides its name. */
export function ClientFacts({ client }: { client: Rows["clients"] }) {
  return (
    <>
      {client.archived_at && (
        <Badge color="gray" variant="light" tt="none">
          Archived <Instant at={client.archived_at} />
        </Badge>
      )}
      {client.website && (
        <div>
          <Anchor href={client.website} target="_blank" rel="noopener noreferrer">
            {client.website}
          </Anchor>
        </div>
      )}
      {client.note && <p className={classes.prose}>{client.note}</p>}
    </>
  );
}
