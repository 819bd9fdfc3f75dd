import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Credentials } from "./credentials.ts";
import { passwordProblem, SHORTEST_PASSWORD } from "./new-password.tsx";

interface Props {
  submitLabel: string;
  /** The only permitted address, if it is known. */
  email?: string | undefined;
  /** Whether the password is a new one. */
  isNewPassword?: boolean;
  /** Shown until something fails. */
  notice?: string | undefined;
  /** Returns an error, or null. */
  submit: (credentials: Credentials) => Promise<string | null>;
  /** Content below the button. */
  children: ReactNode;
}

/** Email and password, with their errors. */
export function CredentialsForm(props: Props) {
  const { submitLabel, email, isNewPassword, notice, submit, children } = props;
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: email ?? "", password: "" },
    validate: {
      email: isNotEmpty("Enter your email address"),
      password: (password) => {
        if (isNewPassword) return passwordProblem(password);
        return password ? null : "Enter your password";
      },
    },
  });

  useEffect(() => (email ? passwordRef : emailRef).current?.focus(), [email]);

  async function onSubmit(credentials: Credentials) {
    setFailure(null);
    setIsBusy(true);
    const failure = await submit(credentials);
    setIsBusy(false);
    if (failure === null) return;
    setFailure(failure);
    passwordRef.current?.focus();
  }

  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit)}>
      {notice && !failure && (
        <Alert color="gray" variant="light" mb="md">
          {notice}
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
          readOnly={email !== undefined}
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          ref={passwordRef}
          label="Password"
          description={isNewPassword && `At least ${SHORTEST_PASSWORD} characters`}
          autoComplete={isNewPassword ? "new-password" : "current-password"}
          size="md"
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {submitLabel}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
