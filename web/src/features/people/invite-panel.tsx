import { Skeleton, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { administers, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { InvitationLink, type NewInvitation } from "./invitation-link.tsx";
import { InviteForm } from "./invite-form.tsx";
import { Panel } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";
import { usePeople } from "./use-people.ts";

const route = getRouteApi("/settings/people/invite");

export default function InvitePanel() {
  const viewer = useViewer();
  const { person: personId } = route.useSearch();
  const { people, error, retry } = usePeople();
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  if (!administers(viewer)) {
    return (
      <Panel title="Invite a person">
        <Text c="dimmed">Only admins can invite people. Ask an admin of your organization.</Text>
      </Panel>
    );
  }
  if (error) {
    return (
      <Panel title="Invite a person">
        <Problem error={error} retry={retry} />
      </Panel>
    );
  }
  if (!people) return <Skeleton height={320} />;
  if (invited) {
    return (
      <Panel key="link" title={`Invitation for ${invited.name}`}>
        <InvitationLink invitation={invited} onNext={() => setInvited(null)} />
      </Panel>
    );
  }
  const person = people.find(({ id }) => id === personId);
  return (
    <Panel key={person?.id ?? "new"} title={person ? inviteTitle(person) : "Invite a person"}>
      <InviteForm people={people} person={person} onInvited={setInvited} />
    </Panel>
  );
}

function inviteTitle({ name, invitation }: ListedPerson): string {
  return invitation ? `Invite ${name} again` : `Invite ${name}`;
}
