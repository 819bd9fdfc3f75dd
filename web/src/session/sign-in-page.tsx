import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { configQuery } from "../api/config.ts";
import { requestPasswordEmail, signIn } from "./credentials.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { FullPage } from "./full-page.tsx";

export default function SignInPage() {
  const [hasForgotten, setHasForgotten] = useState(false);
  const sendsEmails = useQuery(configQuery).data?.password_recovery === "email";
  if (hasForgotten) {
    return sendsEmails ? (
      <EmailRequest onBack={() => setHasForgotten(false)} />
    ) : (
      <AskAnAdmin onBack={() => setHasForgotten(false)} />
    );
  }
  return (
    <FullPage title="Sign in" key="sign in">
      <CredentialsForm submitLabel="Sign in" submit={signIn}>
        <Anchor component="button" type="button" size="sm" onClick={() => setHasForgotten(true)}>
          Forgot your password?
        </Anchor>
        <Text size="sm" c="dimmed">
          You need an invitation to get an account. Ask an admin of your organization.
        </Text>
      </CredentialsForm>
    </FullPage>
  );
}

function AskAnAdmin({ onBack }: { onBack: () => void }) {
  return (
    <FullPage title="Forgot your password?" key="forgotten">
      <Stack>
        <Text size="lg">
          Ask an admin of your organization for a password link. It works once, for an hour, and
          opens a page where you choose a new password.
        </Text>
        <Text c="dimmed">
          The admin finds “Create password link” on your entry under Settings, People.
        </Text>
        <Button variant="default" onClick={onBack}>
          Back to sign-in
        </Button>
      </Stack>
    </FullPage>
  );
}

function EmailRequest({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!email.trim()) {
      setProblem("Enter your email address");
      return;
    }
    setIsBusy(true);
    const failure = await requestPasswordEmail(email);
    setIsBusy(false);
    setProblem(failure);
    setIsSent(failure === null);
  }

  return (
    <FullPage title="Forgot your password?" key="forgotten">
      {isSent ? (
        <Stack>
          <Text size="lg" role="status">
            If there is an account with this address, an email with a link is on its way. Open the
            link to choose a new password.
          </Text>
          <Button variant="default" onClick={onBack}>
            Back to sign-in
          </Button>
        </Stack>
      ) : (
        <form noValidate onSubmit={(event) => void send(event)}>
          <Stack>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              size="md"
              data-autofocus
              error={problem}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Button type="submit" size="md" loading={isBusy}>
              Send the link
            </Button>
            <Button variant="default" onClick={onBack}>
              Back to sign-in
            </Button>
          </Stack>
        </form>
      )}
    </FullPage>
  );
}
