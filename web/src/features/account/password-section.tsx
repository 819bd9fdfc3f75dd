import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { useState } from "react";
import type { Account } from "../../api/routes.ts";
import { changePassword } from "../../session/credentials.ts";
import { NewPasswordFields, useNewPassword } from "../../session/new-password.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { Section } from "./section.tsx";

export function PasswordSection({ account }: { account: Account }) {
  const form = useNewPassword();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function change({ current, password }: { current: string; password: string }) {
    if (!current) {
      form.setFieldError("current", "Enter your current password");
      return;
    }
    setIsBusy(true);
    const failure = await changePassword(password, current);
    setIsBusy(false);
    setFailure(failure);
    if (failure !== null) return;
    form.reset();
    notifySaved("Your password has been changed. Your other sessions have ended.");
  }

  return (
    <Section title="Password" description="A new password ends your sessions on other devices.">
      <form noValidate onSubmit={form.onSubmit((values) => void change(values))}>
        {failure && (
          <Alert color="red" variant="light" role="alert" mb="md">
            {failure}
          </Alert>
        )}
        <Stack gap="md" align="stretch">
          {/* For password managers, which save the password under an address. */}
          <input type="email" autoComplete="username" hidden readOnly value={account.email ?? ""} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ "aria-label": "Show or hide the current password" }}
            key={form.key("current")}
            {...form.getInputProps("current")}
          />
          <NewPasswordFields form={form} />
          <Button type="submit" variant="default" loading={isBusy} style={{ alignSelf: "start" }}>
            Change password
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
