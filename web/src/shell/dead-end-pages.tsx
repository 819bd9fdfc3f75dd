import { Anchor, Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Page } from "./page.tsx";

/** Missing and not yours look the same, as the service answers them. */
export function NotFoundPage({ what = "page" }: { what?: string }) {
  return (
    <Page title={`There is no such ${what}`}>
      <Text c="dimmed" mb="md">
        The address may be wrong, or it leads to something outside your projects.
      </Text>
      <Anchor component={Link} to="/">
        Go to the portfolio
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
      <Anchor component={Link} to="/">
        Go to the portfolio
      </Anchor>
    </Page>
  );
}

/** A page that failed to load or to render, most often because a new version was deployed. */
export function BrokenPage() {
  return (
    <Page title="This page failed to load">
      <Stack align="flex-start">
        <Text c="dimmed">Nothing was lost. Reloading brings the current version.</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Page>
  );
}
