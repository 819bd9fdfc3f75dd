import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EmailPage } from "../../api/email-routes.ts";
import type { EmailSearch } from "./search-params.ts";

interface Props {
  counts: EmailPage["counts"];
  search: EmailSearch;
}

/** An empty list: what appears here, and the first step. */
export function NoEmails({ counts, search: { scope } }: Props) {
  if (scope === "rejected") {
    return (
      <Empty title="No rejected emails">
        <Text>Emails that you reject appear here, each with its reason. You can restore them.</Text>
      </Empty>
    );
  }
  if (counts.all > 0) {
    return (
      <Empty title="Every email has a project">
        <Text>An email that no rule can assign with certainty waits here for a person.</Text>
        <Anchor renderRoot={(props) => <Link to="/email" search={{ scope: "all" }} {...props} />}>
          Show all emails
        </Anchor>
      </Empty>
    );
  }
  return (
    <Empty title="No emails yet">
      <Text>
        Emails of your project mailbox appear here. You assign them to projects, where they can be
        searched and cited. Connect a mailbox first.
      </Text>
      <Anchor renderRoot={(props) => <Link to="/settings/integrations" {...props} />}>
        Open integrations
      </Anchor>
    </Empty>
  );
}

function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap="xs" py="xl" maw={560} align="flex-start" role="status">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
