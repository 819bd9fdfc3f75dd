import { Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Asked } from "./change-dialog.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  person: ListedPerson;
  onAsk: (asked: Asked) => void;
}

/** What an admin can do about a person. */
export function PersonActions({ person, onAsk }: Props) {
  const { id, role, state, is_prompt_owner, invitation } = person;
  const invite = (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link to="/settings/people/invite" search={{ person: id }} resetScroll={false} {...props} />
      )}
    >
      {state === "offboarded" ? "Invite anew" : "Invite"}
    </Button>
  );
  if (state === "offboarded") {
    return (
      <>
        <Text size="sm" c="dimmed" mt="sm" mb="xs">
          They start anew with an invitation; what they did before stays with this entry.
        </Text>
        {invite}
      </>
    );
  }
  return (
    <Group gap="xs" mt="sm">
      {state === "no_sign_in" && !invitation && invite}
      <Button variant="default" size="xs" onClick={() => onAsk({ to: "role" })}>
        Change role
      </Button>
      {(role === "admin" || role === "lead") && (
        <Button
          variant="default"
          size="xs"
          onClick={() => onAsk({ to: "prompt_owner", is_prompt_owner: !is_prompt_owner })}
        >
          {is_prompt_owner ? "Take the prompt" : "Make prompt owner"}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        c="var(--cs-bad)"
        onClick={() => onAsk({ to: "offboarded" })}
      >
        Offboard
      </Button>
    </Group>
  );
}
