import { Text } from "@mantine/core";
import { signIn } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { FullPage } from "./full-page.tsx";

export default function SignInPage({ hasExpired }: { hasExpired: boolean }) {
  return (
    <FullPage title="Sign in">
      <CredentialsForm
        submitLabel="Sign in"
        notice={
          hasExpired
            ? "Your session ended. Sign in again; you will be back where you were."
            : undefined
        }
        submit={signIn}
      >
        <Text size="sm" c="dimmed">
          Accounts come by invitation. Without one, ask an admin of your organization.
        </Text>
      </CredentialsForm>
    </FullPage>
  );
}
