import { Anchor, Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FailedPart, LoadAgain } from "./lazy-part.tsx";
import { useOutage } from "./outage.ts";
import { Page } from "./page.tsx";

/** Missing and forbidden look the same, like the service's answers. */
export function NotFoundPage({ kind = "page" }: { kind?: string }) {
  return (
    <Page title={`There is no such ${kind}`}>
      <Text c="dimmed" mb="md">
        The address may be wrong, or it leads to something outside your projects.
      </Text>
      <Anchor component={Link} to="/portfolio">
        Open the portfolio
      </Anchor>
    </Page>
  );
}

export function LeadsOnlyPage() {
  return (
    <Page title="This page is for admins and leads">
      <Text c="dimmed" mb="md">
        Ask an admin of your organization if you need it.
      </Text>
      <Anchor component={Link} to="/portfolio">
        Open the portfolio
      </Anchor>
    </Page>
  );
}

/** A page whose code could not be loaded: the connection is lost, or a release has replaced it. */
export function MissingPage({ retry }: FailedPart) {
  const { retryAll } = useOutage(retry);
  return (
    <Page title="This page could not be loaded">
      <LoadAgain retry={retryAll} />
    </Page>
  );
}

/** A page that failed while it was rendered. */
export function BrokenPage() {
  return (
    <Page title="This page failed">
      <Stack align="flex-start">
        <Text c="dimmed">Nothing was lost. Reload to open it again.</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Page>
  );
}
