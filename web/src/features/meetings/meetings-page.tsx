import { Anchor, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import classes from "./meetings.module.css";
import { unmatchedMeetings } from "./queries.ts";
import { UnmatchedMeeting } from "./unmatched-meeting.tsx";

/** The meetings that match no single project. */
export default function MeetingsPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <Page title="Meetings without a project">
      <Unmatched />
    </Page>
  );
}

function Unmatched() {
  const query = useQuery(unmatchedMeetings);
  const heading = useRef<HTMLHeadingElement>(null);
  if (query.isError && !query.data) {
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={320} maw={760} aria-busy="true" />;
  const { total, meetings } = query.data;
  // An assigned meeting disappears together with the button that had the focus.
  const refocus = () => heading.current?.focus();
  return (
    <>
      <Title order={2} ref={heading} tabIndex={-1} size="h3" mb="xs">
        {total === 0 ? "No meetings to assign" : `${countOf(total, "meeting")} to assign`}
      </Title>
      <Text c="dimmed" maw={640} mb="lg">
        {total === 0 ? (
          <>
            A recorded meeting waits here if its people, title and calendar event don't point to
            exactly one project. Connect a meeting recorder in{" "}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/settings/integrations" {...props} />}
            >
              Integrations
            </Anchor>
            .
          </>
        ) : (
          "Until a meeting belongs to a project, only admins and leads see it, and search does not find it."
        )}
        {total > meetings.length && ` The newest ${meetings.length} are listed.`}
      </Text>
      {meetings.length > 0 && (
        <ul className={classes.list} aria-label="Meetings without a project">
          {meetings.map((meeting) => (
            <UnmatchedMeeting key={meeting.id} meeting={meeting} onDone={refocus} />
          ))}
        </ul>
      )}
    </>
  );
}
