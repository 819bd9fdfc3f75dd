import { Skeleton, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { administers, useViewer } from "../../session/viewer.ts";
import { Problem } from "../../ui/problem.tsx";
import { ChangeDialog, type PersonChange } from "./change-dialog.tsx";
import { ChangeNotice, type Notice, noticeOf } from "./change-notice.tsx";
import { doneInWords } from "./change-words.ts";
import { inverseOf } from "./inverse-change.ts";
import { InvitationSection } from "./invitation-section.tsx";
import { PersonProjects } from "./memberships.tsx";
import { Panel, PanelSection } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";
import { PersonActions } from "./person-actions.tsx";
import { PersonAvatar } from "./person-avatar.tsx";
import { PersonFacts } from "./person-facts.tsx";
import { PersonHistory } from "./person-history.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { usePeople } from "./use-people.ts";

const route = getRouteApi("/settings/people/$personId");

export default function PersonPanel() {
  const { personId } = route.useParams();
  const { people, error, retry } = usePeople();
  if (error) {
    return (
      <Panel title="Person">
        <Problem error={error} retry={retry} />
      </Panel>
    );
  }
  if (!people) return <Skeleton height={320} />;
  const person = people.find(({ id }) => id === personId);
  if (person) return <Person key={personId} person={person} people={people} />;
  return (
    <Panel title="There is no such person">
      <Text c="dimmed">The address may be wrong, or it leads outside your organization.</Text>
    </Panel>
  );
}

function Person({ person, people }: { person: ListedPerson; people: ListedPerson[] }) {
  const viewer = useViewer();
  const [change, setChange] = useState<PersonChange | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const ask = (next: PersonChange) => {
    setChange(next);
    setIsAsking(true);
  };

  return (
    <Panel title={person.name}>
      {notice && <ChangeNotice key={notice.key} notice={notice} onChange={setNotice} />}
      {person.user_id && <PersonAvatar person={person} />}
      <PersonFacts person={person} />
      {administers(viewer) && <PersonActions person={person} onAsk={ask} />}
      {administers(viewer) && person.invitation && (
        <InvitationSection
          person={person}
          invitation={person.invitation}
          onRevoked={() =>
            setNotice(noticeOf("The invitation has been revoked: its link no longer works."))
          }
        />
      )}
      {administers(viewer) && person.user_id && person.id !== viewer.id && (
        <SignInSection
          person={person}
          onFactorRemoved={() => setNotice(noticeOf(`The second factor of ${person.name} is off.`))}
        />
      )}
      <PersonProjects person={person} onAsk={ask} />
      <PanelSection id="history" title="History">
        <PersonHistory person={person} />
      </PanelSection>
      <ChangeDialog
        person={person}
        people={people}
        change={change}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDone={({ before, change, version }, otherName) => {
          const inverse = inverseOf(before, change, viewer.id);
          setIsAsking(false);
          setNotice(
            noticeOf(
              doneInWords(before.name, change, otherName),
              inverse && { person_id: before.id, version, change: inverse },
            ),
          );
        }}
      />
    </Panel>
  );
}
