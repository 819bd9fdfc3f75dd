import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { InstantDay } from "../../format/instant.tsx";
import { invitationHash } from "../invitation/hash.ts";
import { CopyField } from "./copy-field.tsx";

export interface NewInvitation {
  person_id: string;
  name: string;
  email: string;
  organization: string;
  inviter: string;
  role: string;
  /** The names of the projects that the person joins. */
  projects: string[];
  token: string;
  expires_at: string;
}

interface Props {
  invitation: NewInvitation;
  onNext: () => void;
}

/** The link of a new invitation, which is shown only once. */
export function InvitationLink({ invitation, onNext }: Props) {
  const { person_id, name, email, expires_at } = invitation;
  const link = `${window.location.origin}/invitation#${invitationHash(invitation)}`;
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" title="Copy the link now">
        The link is shown only once and isn't stored. Anyone who has it can join as {name}.
      </Alert>
      <CopyField label="Invitation link" value={link} />
      <List size="md" spacing="xs">
        <List.Item>
          Send it to <b>{email}</b> in a way that you trust. Countersign sends no email.
        </List.Item>
        <List.Item>
          It works once, for that address, until <InstantDay at={expires_at} />.
        </List.Item>
        <List.Item>{name} opens it, chooses a password or signs in, and joins.</List.Item>
      </List>
      <Group gap="sm">
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/settings/people/$personId"
              params={{ personId: person_id }}
              search={true}
              resetScroll={false}
              {...props}
            />
          )}
        >
          Show {name}
        </Button>
        <Button
          variant="default"
          onClick={onNext}
          renderRoot={(props) => <Link to="/settings/people/invite" search={{}} {...props} />}
        >
          Invite another person
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Lost it? Invite {name} again: the new link replaces this one.
      </Text>
    </Stack>
  );
}
