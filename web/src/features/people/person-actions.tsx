import { Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PersonChange } from "./change-dialog.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  person: ListedPerson;
  onAsk: (change: PersonChange) => void;
}

/** The actions of an admin on a person. */
export function PersonActions({ person, onAsk }: Props) {
  const { id, role, state, email, user_id, is_prompt_owner, invitation } = person;
  const invite = (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link to="/settings/people/invite" search={{ person: id }} resetScroll={false} {...props} />
      )}
    >
      {state === "offboarded" ? "Invite again" : "Invite person"}
    </Button>
  );
  const merge = <Action onClick={() => onAsk({ to: "merged" })}>Merge duplicate</Action>;
  if (state === "merged") {
    return (
      <Group gap="xs" mt="sm">
        <Action onClick={() => onAsk({ to: "unmerged" })}>Undo merge</Action>
      </Group>
    );
  }
  if (state === "offboarded") {
    return (
      <>
        <Text size="sm" c="dimmed" mt="sm" mb="xs">
          A new invitation brings them back. Their earlier work stays with this entry.
        </Text>
        <Group gap="xs">
          {invite}
          {merge}
        </Group>
      </>
    );
  }
  return (
    <Group gap="xs" mt="sm">
      {state === "no_sign_in" && !invitation && invite}
      <Action onClick={() => onAsk({ to: "role" })}>Change role</Action>
      <Action onClick={() => onAsk({ to: "name" })}>Rename person</Action>
      {!email && <Action onClick={() => onAsk({ to: "email" })}>Add email</Action>}
      {email && !user_id && !invitation && (
        <Action onClick={() => onAsk({ to: "email" })}>Remove email</Action>
      )}
      {merge}
      {(role === "admin" || role === "lead") && (
        <Action onClick={() => onAsk({ to: "prompt_owner", is_prompt_owner: !is_prompt_owner })}>
          {is_prompt_owner ? "Remove prompt ownership" : "Make prompt owner"}
        </Action>
      )}
      <Action c="var(--cs-bad)" onClick={() => onAsk({ to: "offboarded" })}>
        Offboard person
      </Action>
    </Group>
  );
}

function Action(props: { c?: string; onClick: () => void; children: string }) {
  return <Button variant="default" size="xs" {...props} />;
}
