import { Button, Group, SegmentedControl, Select, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronLeftIcon, ChevronRightIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { addDays } from "../../format/zoned-time.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { listState } from "../../ui/list-state.ts";
import { Page } from "../../ui/page.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { PersonWeekView } from "./person-week.tsx";
import { peopleOfHours, teamWeekOf, timesheetOf } from "./queries.ts";
import type { TimeSearch } from "./search-params.ts";
import { TeamWeekView } from "./team-week.tsx";
import classes from "./time-page.module.css";
import { formatWeek } from "./week.ts";

const route = getRouteApi("/time");

/** Hours by week: the viewer's own, and for admins and leads everyone's. */
export default function TimePage() {
  const viewer = useViewer();
  const isLead = leads(viewer);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const isTeam = isLead && search.view === "team";
  const person = search.person === viewer.id ? "" : search.person;
  const sheet = useQuery({ ...timesheetOf({ week: search.week, person }), enabled: !isTeam });
  const team = useQuery({ ...teamWeekOf(search.week), enabled: isTeam });
  const { week_on, today } = (isTeam ? team.data : sheet.data) ?? {};

  const go = (next: Partial<TimeSearch>) =>
    void navigate({ search: (before) => ({ ...before, entry: "", ...next }), resetScroll: false });

  function goTo(week: string) {
    // The cell with the focus belongs to the previous week.
    heading.current?.focus({ preventScroll: true });
    go({ week });
  }
  // Keys may arrive faster than the weeks are rendered.
  const from = useRef("");
  useEffect(() => {
    from.current = week_on ?? search.week;
  }, [week_on, search.week]);
  const step = (days: number) => () => {
    if (from.current === "") return;
    from.current = addDays(from.current, days);
    goTo(from.current);
  };
  const previous = step(-7);
  const next = step(7);
  usePageKeys({ p: previous, n: next, t: () => goTo("") });

  const isThisWeek =
    week_on !== undefined &&
    today !== undefined &&
    week_on <= today &&
    today <= addDays(week_on, 6);

  return (
    <Page
      title="Hours"
      actions={
        isLead && (
          <SegmentedControl
            size="xs"
            aria-label="Whose hours"
            data={[
              { value: "", label: "Person" },
              { value: "team", label: "Team" },
            ]}
            value={search.view}
            onChange={(view) => go({ view: view as TimeSearch["view"] })}
          />
        )
      }
    >
      <div className={classes.bar}>
        <Group gap={4} wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            px={8}
            aria-label="Previous week"
            aria-keyshortcuts="p"
            onClick={previous}
          >
            <ChevronLeftIcon size={16} aria-hidden />
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-keyshortcuts="t"
            disabled={isThisWeek}
            onClick={() => goTo("")}
          >
            This week
          </Button>
          <Button
            size="xs"
            variant="default"
            px={8}
            aria-label="Next week"
            aria-keyshortcuts="n"
            onClick={next}
          >
            <ChevronRightIcon size={16} aria-hidden />
          </Button>
        </Group>
        <Title order={2} ref={heading} tabIndex={-1} aria-live="polite" className={classes.week}>
          {week_on ? formatWeek(week_on) : "Week"}
        </Title>
        {isLead && !isTeam && (
          <PersonChoice value={person} onChange={(choice) => go({ person: choice })} />
        )}
      </div>
      {isTeam ? (
        <TeamWeekView week={search.week} />
      ) : (
        <PersonWeekView week={search.week} person={person} entryId={search.entry} />
      )}
    </Page>
  );
}

interface ChoiceProps {
  value: string;
  onChange: (person: string) => void;
}

function PersonChoice({ value, onChange }: ChoiceProps) {
  const viewer = useViewer();
  const people = useQuery(peopleOfHours);
  const colleagues = (people.data ?? []).filter(({ id }) => id !== viewer.id);
  return (
    <Group gap="xs" className={classes.person}>
      <Text size="sm" c="dimmed" component="label" htmlFor="hours-of">
        Hours of
      </Text>
      <Select
        id="hours-of"
        size="xs"
        searchable
        allowDeselect={false}
        value={value || viewer.id}
        data={[
          { value: viewer.id, label: `${viewer.name} (you)` },
          ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...listState(people, "No person has this name.")}
        onChange={(id) => id && onChange(id === viewer.id ? "" : id)}
      />
    </Group>
  );
}
