import { Button, Code, Stack, Text } from "@mantine/core";
import { explain, hasStatus } from "../api/service-error.ts";
import { type FailedPart, LoadAgain } from "../ui/lazy-part.tsx";
import { FullPage } from "./full-page.tsx";
import { signOut } from "./session.ts";

/** Signed in, but a member of no organization. */
export function NoMembershipPage() {
  return (
    <FullPage title="You are not a member yet">
      <Stack>
        <Text size="lg">
          You are signed in, but you aren't a member of an organization. Ask an admin for an
          invitation and open the link in it.
        </Text>
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Stack>
    </FullPage>
  );
}

/** The code of the whole console could not be loaded. */
export function MissingConsolePage(props: FailedPart) {
  return (
    <FullPage title="The console could not be loaded">
      <LoadAgain {...props} />
    </FullPage>
  );
}

/** The console could not start. */
export function CannotStartPage({ error, retry }: { error: unknown; retry: () => void }) {
  if (hasStatus(error, 503)) {
    return (
      <FullPage title="The service is not configured">
        <Text size="lg">
          This service has no identity provider yet, so nobody can sign in. The operator must set{" "}
          <Code>SUPABASE_URL</Code> and its keys, then restart the service.
        </Text>
      </FullPage>
    );
  }
  const { title, detail } = explain(error);
  return (
    <FullPage title={title}>
      <Stack>
        <Text size="lg" role="alert">
          {detail}
        </Text>
        <Button onClick={retry}>Try again</Button>
      </Stack>
    </FullPage>
  );
}
