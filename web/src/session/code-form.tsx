import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { enterCode } from "./second-factor.ts";

interface Props {
  submitLabel: string;
  /** A factor that was just enrolled; by default the existing one. */
  factorId?: string | undefined;
  onVerified?: (() => void) | undefined;
  /** Content below the button. */
  children?: ReactNode;
}

/** The six digits that the authenticator app shows. */
export function CodeForm({ submitLabel, factorId, onVerified, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // For React, a form in a dialog is inside the form that opened the dialog.
    event.stopPropagation();
    if (!/^\d{6}$/.test(code.replace(/\s/g, ""))) {
      setFailure("Enter the six digits that your authenticator app shows.");
      field.current?.focus();
      return;
    }
    setIsBusy(true);
    const failure = await enterCode(code, factorId);
    setIsBusy(false);
    setFailure(failure);
    if (failure === null) {
      onVerified?.();
      return;
    }
    setCode("");
    field.current?.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {failure && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {failure}
        </Alert>
      )}
      <Stack gap="md">
        <TextInput
          ref={field}
          label="Code"
          description="Six digits from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          size="md"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {submitLabel}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
