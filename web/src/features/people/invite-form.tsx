import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { hasLength, matches, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actOnPeople } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ClientField } from "./client-field.tsx";
import type { NewInvitation } from "./invitation-link.tsx";
import type { ListedPerson } from "./people-view.ts";
import type { PersonRole } from "./queries.ts";
import { RoleField } from "./role-field.tsx";

interface Values {
  name: string;
  email: string;
  role: PersonRole;
  clientId: string | null;
}

interface Props {
  people: ListedPerson[];
  /** Who is known already; somebody new without. */
  person?: ListedPerson;
  onInvited: (invitation: NewInvitation) => void;
}

export function InviteForm({ people, person, onInvited }: Props) {
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      name: person?.name ?? "",
      email: person?.email ?? "",
      role: person?.role ?? "member",
      clientId: person?.client_id ?? null,
    },
    validate: {
      name: hasLength({ min: 1, max: 200 }, "Enter a name"),
      email: matches(/^\s*[^@\s]+@[^@\s]+\.[^@\s]+\s*$/, "Enter an email address"),
      clientId: (value, { role }) =>
        role === "client" && !value ? "Choose whose contact it is" : null,
    },
  });
  const invite = useMutation({
    // The token is in the answer, and is to be kept nowhere.
    gcTime: 0,
    mutationFn: async ({ name, email, role, clientId }: Values) => {
      const { invitation } = await actOnPeople({
        action: "invite",
        name,
        email,
        role,
        client_id: role === "client" ? clientId : null,
      });
      onInvited({ ...invitation, name: name.trim(), email: email.trim() });
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });

  const address = form.values.email.trim().toLowerCase();
  const known = people.find(({ email, archived_at }) => email === address && !archived_at);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="md">
        <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label="Email"
          type="email"
          readOnly={Boolean(person?.email)}
          {...form.getInputProps("email")}
        />
        {known && <AlreadyKnown known={known} />}
        <RoleField value={form.values.role} onChange={(role) => form.setFieldValue("role", role)} />
        {form.values.role === "client" && (
          <ClientField
            value={form.values.clientId}
            onChange={(clientId) => form.setFieldValue("clientId", clientId)}
            error={form.errors["clientId"] as string | undefined}
          />
        )}
        {invite.error && <Problem error={invite.error} />}
        <Button type="submit" loading={invite.isPending} disabled={known?.state === "joined"}>
          {known?.invitation ? "Make a new link" : "Make an invitation link"}
        </Button>
        <Text size="sm" c="dimmed">
          No mail is sent: you get a link to hand over yourself. It works for this address only.
        </Text>
      </Stack>
    </form>
  );
}

/** What inviting an address again means. */
function AlreadyKnown({ known }: { known: ListedPerson }) {
  if (known.state === "joined") {
    return (
      <Alert
        color="yellow"
        variant="light"
        role="status"
        title={`${known.name} has joined already`}
      >
        Nobody needs a second invitation. Change their role in the list instead.
      </Alert>
    );
  }
  if (!known.invitation) return null;
  return (
    <Alert color="yellow" variant="light" role="status" title="The old link will stop working">
      {known.name} was invited <Instant at={known.invitation.created_at} />
      {known.state === "expired" && ", and that link has expired"}. Only the newest link works.
    </Alert>
  );
}
