import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CalendarPlusIcon } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PersonAvailability } from "../../api/calendar-routes.ts";
import { formatLongDay, formatSpan, localTimeZone, todayOf } from "../../format/dates.ts";
import { addDays, daysFrom, weekStart } from "../../format/zoned-time.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { focusAgain } from "../../ui/opener.ts";
import { Page } from "../../ui/page.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { CalendarBar } from "../calendar/calendar-bar.tsx";
import { firstWeekday } from "../calendar/queries.ts";
import classes from "./availability-page.module.css";
import { dayOf, shortWordsOf } from "./busy-words.ts";
import { DayPanel } from "./day-panel.tsx";
import { cellId, PeopleGrid } from "./people-grid.tsx";
import { busyTimes } from "./queries.ts";
import type { AvailabilitySearch } from "./search-params.ts";
import { SlotFinder } from "./slot-finder.tsx";

const route = getRouteApi("/availability");

/** When colleagues are busy, and when several of them are free. */
export default function AvailabilityPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const [openDay, setOpenDay] = useState<{ personId: string; day: string }>();
  const timeZone = localTimeZone();
  const today = todayOf();
  const day = search.day || today;
  const weekday = useQuery(firstWeekday);
  const first = isNarrow ? day : weekStart(day, weekday.data);
  const length = isNarrow ? 1 : 7;
  const days = useMemo(() => daysFrom(first, length), [first, length]);
  const { data, error, refetch } = useQuery({
    ...busyTimes(days, timeZone),
    enabled: weekday.isSuccess,
  });
  const failure = weekday.error ?? (data ? null : error);

  const go = (next: Partial<AvailabilitySearch>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  // Keys may arrive faster than the days are rendered.
  const from = useRef(day);
  useEffect(() => {
    from.current = day;
  }, [day]);
  const goTo = (next: string) => {
    heading.current?.focus({ preventScroll: true });
    go({ day: next });
  };
  const step = (direction: 1 | -1) => {
    from.current = addDays(from.current, direction * length);
    goTo(from.current);
  };
  usePageKeys({ p: () => step(-1), n: () => step(1), t: () => goTo("") });

  const openedPerson = data?.find(({ person }) => person.id === openDay?.personId);
  const openedCell = openDay && openedPerson ? cellId(openedPerson, openDay.day) : "";
  const close = () => {
    const opener = document.getElementById(openedCell);
    setOpenDay(undefined);
    focusAgain(opener);
  };
  return (
    <Page title="Availability">
      <CalendarBar
        unit={isNarrow ? "day" : "week"}
        title={isNarrow ? formatLongDay(day) : formatSpan(first, addDays(first, 6))}
        heading={heading}
        isToday={days.includes(today)}
        onStep={step}
        onToday={() => goTo("")}
      />
      {failure ? (
        <Problem
          error={failure}
          retry={() => void (weekday.error ? weekday.refetch() : refetch())}
        />
      ) : !data ? (
        <div aria-busy="true">
          <Skeleton height={320} />
        </div>
      ) : data.length === 0 ? (
        <NobodyListed />
      ) : (
        <>
          <NothingKnown people={data} />
          <Group justify="flex-end" mb="xs">
            <ExportRows
              label={`Availability, ${formatSpan(first, addDays(first, length - 1))}`}
              fileName="availability"
              columns={[
                {
                  id: "person",
                  label: "Person",
                  value: ({ person }: PersonAvailability) => person.name,
                },
                ...days.map((on) => ({
                  id: on,
                  label: on,
                  value: (person: PersonAvailability) => shortWordsOf(dayOf(person, on, timeZone)),
                })),
              ]}
              rows={data}
              rowId={({ person }) => person.id}
            />
          </Group>
          <PeopleGrid
            people={data}
            days={days}
            today={today}
            timeZone={timeZone}
            open={openedCell}
            onOpen={({ person }, on) => setOpenDay({ personId: person.id, day: on })}
          />
          <p className={classes.zone}>
            Times are in {timeZone.replaceAll("_", " ")}. This page shows when people are busy,
            never what they are doing.
          </p>
          <SlotFinder
            people={data}
            search={search}
            firstDay={first}
            timeZone={timeZone}
            onChange={go}
          />
        </>
      )}
      {openDay && openedPerson && (
        <DayPanel person={openedPerson} day={openDay.day} timeZone={timeZone} onClose={close} />
      )}
    </Page>
  );
}

function NobodyListed() {
  const isLead = leads(useViewer());
  return (
    <Stack gap="xs" py="xl" maw={560} role="status">
      <Title order={2}>No employees yet</Title>
      <Text size="lg">
        Employees' busy times appear here by day, with slots in which several people are free.
        People with an email address of your organization count as employees.{" "}
        {isLead ? (
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/settings/people" {...props} />}
          >
            Check the list of people
          </Anchor>
        ) : (
          "An admin invites them."
        )}
      </Text>
    </Stack>
  );
}

/** No calendar has ever been synced, so the page must not show anyone as free. */
function NothingKnown({ people }: { people: readonly PersonAvailability[] }) {
  const isLead = leads(useViewer());
  if (people.some(({ sync }) => sync.state !== "never")) return null;
  return (
    <Alert
      color="accent"
      variant="light"
      mb="sm"
      title="No busy times are known yet"
      icon={<CalendarPlusIcon />}
    >
      <Text>
        This page shows when your team is busy, without titles, and finds slots that suit several
        people.{" "}
        {isLead ? (
          <>
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/settings/integrations" {...props} />}
            >
              Connect a calendar in Integrations
            </Anchor>{" "}
            to begin.
          </>
        ) : (
          "Ask an admin to connect Google or Microsoft Calendar."
        )}
      </Text>
    </Alert>
  );
}
