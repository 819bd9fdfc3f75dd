import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { redeemPasswordLink } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { CodeForm } from "../../session/code-form.tsx";
import { changePassword, signIn } from "../../session/credentials.ts";
import { FullPage } from "../../session/full-page.tsx";
import { NewPasswordFields, useNewPassword } from "../../session/new-password.tsx";
import { useSession } from "../../session/session.ts";
import { forgetLink, type OpenedLink, openedLink } from "./link.ts";

/** The page behind a password link, which an admin created or Auth sent by email. Auth's link also signs in. */
export default function PasswordPage() {
  const [link] = useState(openedLink);
  const { userId, email, needsCode } = useSession(nothingToForget);
  if (link)
    return <ChoosePassword email={link.email} submit={(password) => redeem(link, password)} />;
  if (userId === undefined) return null;
  if (userId === null) return <IncompleteLink />;
  if (needsCode) {
    return (
      <FullPage title="Enter your code">
        <CodeForm submitLabel="Continue" />
      </FullPage>
    );
  }
  return (
    <ChoosePassword
      email={email}
      submit={async (password) => {
        const failure = await changePassword(password);
        return failure === null ? null : { message: failure, isFinal: false };
      }}
    />
  );
}

interface Failure {
  message: string;
  /** Whether another password would not help. */
  isFinal: boolean;
}

/** Sets the password and signs in with it; the console then asks for a second factor if there is one. */
async function redeem({ token }: OpenedLink, password: string): Promise<Failure | null> {
  try {
    const { email } = await redeemPasswordLink({ token, password });
    forgetLink();
    await signIn({ email, password });
    return null;
  } catch (error) {
    const isKnown = error instanceof ServiceError;
    if (isKnown && error.status === 0) {
      return { message: "The service cannot be reached. Try again in a moment.", isFinal: false };
    }
    const isFinal = isKnown && error.code === "link_not_valid";
    if (isFinal) forgetLink();
    return isKnown && (isFinal || error.code === "weak_password")
      ? { message: asSentence(error.message), isFinal: isFinal }
      : {
          message: "The service failed to set the password. Try again in a moment.",
          isFinal: false,
        };
  }
}

function ChoosePassword(props: {
  email: string | undefined;
  submit: (password: string) => Promise<Failure | null>;
}) {
  const { email, submit } = props;
  const form = useNewPassword();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (failure?.isFinal) {
    return (
      <FullPage title="This link is not valid">
        <Stack>
          <Text size="lg" role="alert">
            {failure.message}
          </Text>
          <Button variant="default" onClick={openConsole}>
            Go to sign-in
          </Button>
        </Stack>
      </FullPage>
    );
  }
  return (
    <FullPage title="Choose a password">
      <form
        noValidate
        onSubmit={form.onSubmit(async ({ password }) => {
          setFailure(null);
          setIsBusy(true);
          const result = await submit(password);
          setIsBusy(false);
          if (result) setFailure(result);
          else openConsole();
        })}
      >
        {failure && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {failure.message}
          </Alert>
        )}
        <Stack gap="md">
          <Text>
            Use this password the next time you sign in. Setting it ends all other sessions of this
            account.
          </Text>
          {email && (
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              size="md"
              readOnly
              value={email}
            />
          )}
          <NewPasswordFields form={form} />
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            Set password
          </Button>
        </Stack>
      </form>
    </FullPage>
  );
}

function IncompleteLink() {
  return (
    <FullPage title="This link is not complete">
      <Stack>
        <Text size="lg">
          Open the complete link, including everything after the “#”. If it does not work, ask for a
          new one.
        </Text>
        <Button variant="default" onClick={openConsole}>
          Go to sign-in
        </Button>
      </Stack>
    </FullPage>
  );
}

/** The console restarts as the signed-in person. */
function openConsole(): void {
  window.location.replace("/");
}

function nothingToForget(): void {}
