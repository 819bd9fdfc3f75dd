import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { type AuthError, isAuthRetryableFetchError } from "@supabase/supabase-js";
import { useEffect, useRef, useState } from "react";
import { supabase } from "../supabase/client.ts";
import { FullPage } from "./full-page.tsx";

function messageFor(error: AuthError): string {
  if (isAuthRetryableFetchError(error)) {
    return "The service cannot be reached. Check your connection, then try again.";
  }
  if (error.code === "invalid_credentials" || error.status === 400) {
    return "Email or password is wrong.";
  }
  if (error.status === 429) return "Too many attempts. Wait a minute, then try again.";
  if (error.code === "user_banned")
    return "This account is locked. Ask an admin of your organization.";
  if (error.code === "email_not_confirmed")
    return "Confirm your email address first, then sign in.";
  return "The service failed to sign you in. Try again in a moment.";
}

export default function SignInPage({ hasExpired }: { hasExpired: boolean }) {
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: isNotEmpty("Enter your email address"),
      password: isNotEmpty("Enter your password"),
    },
  });

  useEffect(() => emailRef.current?.focus(), []);

  async function signIn(credentials: { email: string; password: string }) {
    setFailure(null);
    setIsBusy(true);
    const { error } = await supabase().auth.signInWithPassword({
      email: credentials.email.trim(),
      password: credentials.password,
    });
    setIsBusy(false);
    if (!error) return;
    setFailure(messageFor(error));
    passwordRef.current?.focus();
  }

  return (
    <FullPage title="Sign in">
      <form noValidate onSubmit={form.onSubmit(signIn)}>
        {hasExpired && !failure && (
          <Alert color="gray" variant="light" mb="md">
            Your session ended. Sign in again; you will be back where you were.
          </Alert>
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {failure}
          </Alert>
        )}
        <Stack gap="md">
          <TextInput
            ref={emailRef}
            label="Email"
            type="email"
            autoComplete="username"
            size="md"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            ref={passwordRef}
            label="Password"
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            Accounts come by invitation. Without one, ask an admin of your organization.
          </Text>
        </Stack>
      </form>
    </FullPage>
  );
}
