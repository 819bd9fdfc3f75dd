import { Text } from "@mantine/core";
import { signIn } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { FullPage } from "./full-page.tsx";

export default function SignInPage() {
  return (
    <FullPage title="Sign in">
      <CredentialsForm submitLabel="Sign in" submit={signIn}>
        <Text size="sm" c="dimmed">
          Accounts come by invitation. Without one, ask an admin of your organization.
        </Text>
      </CredentialsForm>
    </FullPage>
  );
}
