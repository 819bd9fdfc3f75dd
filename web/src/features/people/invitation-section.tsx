import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { actOnPeople } from "../../api/routes.ts";
import { Instant, InstantDay } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { PanelSection } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";
import type { Invitation } from "./queries.ts";
import { namesOfPeople } from "./queries.ts";

interface Props {
  person: ListedPerson;
  invitation: Invitation;
  onRevoked: () => void;
}

/** The open invitation and its actions. */
export function InvitationSection({ person, invitation, onRevoked }: Props) {
  const queryClient = useQueryClient();
  const names = useQuery(namesOfPeople).data;
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => actOnPeople({ action: "revoke_invitation", invitation_id: invitation.id }),
    onSuccess: onRevoked,
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const inviter = invitation.invited_by && names?.get(invitation.invited_by);
  const hasExpired = person.state === "expired";
  return (
    <PanelSection id="invitation" title="Open invitation">
      <Stack gap="xs">
        <Text size="sm">
          To {invitation.email}
          {inviter && <> by {inviter}</>}, <Instant at={invitation.created_at} />.{" "}
          {hasExpired ? "Its link expired on " : "Its link works until "}
          <InstantDay at={invitation.expires_at} />.
        </Text>
        {isAsking && (
          <Text size="sm" role="status">
            The link will stop working. {person.name} stays in the list and can be invited again.
          </Text>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => (
              <Link
                to="/settings/people/invite"
                search={{ person: person.id }}
                resetScroll={false}
                {...props}
              />
            )}
          >
            Invite again
          </Button>
          {isAsking ? (
            <>
              <Button
                size="xs"
                color="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate()}
              >
                Revoke the invitation
              </Button>
              <Button variant="default" size="xs" onClick={() => setIsAsking(false)}>
                Keep invitation
              </Button>
            </>
          ) : (
            <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
              Revoke invitation
            </Button>
          )}
        </Group>
        {revoke.error && <Problem error={revoke.error} />}
      </Stack>
    </PanelSection>
  );
}
