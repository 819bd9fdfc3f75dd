import { Button, Group, PasswordInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { wordOfToken } from "../../../../supabase/functions/_domain/words/connection-tests.ts";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import { integrationAction, type Provider } from "../../api/integration-routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { asSentence } from "../../format/sentence.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { focusFirst } from "../portfolio-actions/use-action-form.ts";
import { wordsOfField } from "./words.ts";

interface Props {
  provider: Provider;
  onClose: () => void;
}

/** Labels of secrets with several lines. */
const secretLabels: Record<string, string> = {
  service_account: "Key file of the service account (JSON)",
  app_registration: "App registration (JSON with tenant_id, client_id and client_secret)",
};

/** The same secrets within a sentence. */
const secretNames: Record<string, string> = {
  service_account: "key file",
  app_registration: "app registration",
};

function secretLabel({ provider, secret_type }: Provider): string {
  return secretLabels[secret_type] ?? `API ${wordOfToken(provider).replace("API ", "")}`;
}

/** Errors of empty fields whose value is a number or an ID at the vendor. */
const missingValues: Record<string, string> = {
  "clickup.list_id": "Enter the list's number",
  "clickup.marker_field_id": "Enter the field's ID",
};

/** Connects a vendor, or changes its settings; the secret can be replaced but never read. */
export function ConnectDialog({ provider, onClose }: Props) {
  const { fields, connection, secret_type } = provider;
  const name = providerName(provider.provider);
  const secretName = secretNames[secret_type] ?? secretLabel(provider);
  const [problem, setProblem] = useState<unknown>(null);
  const texts = fields.filter(({ type }) => type === "text");
  const present = connection?.settings ?? {};
  const otherValues = Object.fromEntries(
    Object.entries(present).filter(([key]) => !texts.some((field) => field.name === key)),
  );
  const form = useForm({
    initialValues: {
      settings: Object.fromEntries(texts.map((field) => [field.name, textOf(present[field.name])])),
      secret: "",
    },
    validate: (values) => ({
      ...Object.fromEntries(
        texts
          .filter((field) => field.is_required && !values.settings[field.name]?.trim())
          .map((field) => [
            `settings.${field.name}`,
            missingValues[`${provider.provider}.${field.name}`] ?? "Enter a value",
          ]),
      ),
      ...(!connection && !values.secret.trim() && { secret: `Enter the ${secretName}` }),
    }),
  });
  const save = useMutation({
    mutationFn: async ({ settings, secret }: typeof form.values) => {
      await integrationAction({
        action: "connect",
        provider: provider.provider,
        settings: {
          ...otherValues,
          ...Object.fromEntries(
            Object.entries(settings)
              .map(([key, value]) => [key, value.trim()] as const)
              .filter(([, value]) => value !== ""),
          ),
        },
        ...(secret.trim() && { secret: secret.trim() }),
      });
      // The connection is saved, and its section has a button for a test that could not be requested.
      await integrationAction({ action: "test", provider: provider.provider }).catch(() => {});
    },
    onSuccess: () => {
      notifySaved(connection ? `Connection to ${name} saved.` : `${name} is connected.`);
      onClose();
    },
    onError: (error) => {
      const errors = fieldErrors(error);
      form.setErrors(errors);
      focusFirst(form, errors);
      setProblem(Object.keys(errors).length > 0 ? null : error);
    },
  });
  const secretProps = {
    ...form.getInputProps("secret"),
    label: secretLabel(provider),
    description: connection
      ? `Leave empty to keep the current ${secretName}. It is stored in the vault and never shown.`
      : "It is stored in the vault and never shown again.",
    autoComplete: "off",
    required: !connection,
  };
  return (
    <Dialog
      onClose={onClose}
      title={connection ? `Change the connection to ${name}` : `Connect ${name}`}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          setProblem(null);
          if (!save.isPending) save.mutate(values);
        })}
      >
        <Stack gap="md">
          {texts.map((field, index) => {
            const { label, help } = wordsOfField(provider.provider, field);
            return (
              <TextInput
                key={field.name}
                label={label}
                description={help}
                required={field.is_required}
                autoComplete="off"
                data-autofocus={index === 0 || undefined}
                {...form.getInputProps(`settings.${field.name}`)}
              />
            );
          })}
          {secret_type in secretLabels ? (
            <Textarea {...secretProps} rows={4} spellCheck={false} />
          ) : (
            <PasswordInput
              {...secretProps}
              visibilityToggleButtonProps={{ "aria-label": `Show or hide the ${secretName}` }}
            />
          )}
          {Object.keys(otherValues).length > 0 && (
            <Text size="sm" c="dimmed">
              Settings without a field here, such as the assignees of new tasks, stay the same.
            </Text>
          )}
          {problem !== null && <Problem error={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {connection ? "Save connection" : `Connect ${name}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The service's refusals at the fields of the form. */
function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ServiceError)) return {};
  if (error.code === "invalid_secret" || error.code === "secret_missing") {
    return { secret: asSentence(error.message) };
  }
  const { fields } = (error.details ?? {}) as { fields?: { field?: string; message: string }[] };
  if (error.code !== "invalid_settings" || !Array.isArray(fields)) return {};
  return Object.fromEntries(
    fields
      .filter(({ field }) => field)
      .map(({ field, message }) => [`settings.${field}`, `${message}.`]),
  );
}
