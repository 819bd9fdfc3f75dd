import { Button, Group, Text, TextInput } from "@mantine/core";
import { hasLength, useForm } from "@mantine/form";
import { type Account, changeAccount } from "../../api/routes.ts";
import { useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { PictureField } from "./picture-field.tsx";
import { Section } from "./section.tsx";
import { useAccountChange } from "./use-account-change.ts";

/** The person's name and picture, as others see them. */
export function ProfileSection({ account }: { account: Account }) {
  const { organization } = useViewer();
  const change = useAccountChange();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: account.name },
    validate: { name: hasLength({ min: 1, max: 200 }, "Enter a name of 1 to 200 characters") },
    transformValues: ({ name }) => ({ name: name.trim() }),
  });

  function rename({ name }: { name: string }) {
    const before = account.name;
    if (name === before) return;
    change.mutate(
      { action: "rename", name, version: account.version },
      {
        onSuccess: ({ account: { version } }) =>
          notifyUndoable(`Your name is now ${name}.`, async () => {
            await changeAccount({ action: "rename", name: before, version });
            form.setFieldValue("name", before);
          }),
      },
    );
  }

  return (
    <Section
      title="Profile"
      description={`People at ${organization.name} see your name and picture.`}
    >
      <PictureField account={account} />
      <form noValidate onSubmit={form.onSubmit(rename)}>
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            label="Name"
            autoComplete="name"
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            Save name
          </Button>
        </Group>
      </form>
      {change.error && <Problem error={change.error} />}
      <Text size="sm">
        Email: <strong>{account.email ?? "none"}</strong>. You sign in with this address; an admin
        can change it.
      </Text>
    </Section>
  );
}
