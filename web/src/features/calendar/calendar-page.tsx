import { Anchor, Button, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CalendarEvent } from "../../api/calendar-routes.ts";
import { formatLongDay, formatSpan, localTimeZone, todayOf } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { addDays, daysFrom, weekStart } from "../../format/zoned-time.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { focusAgain } from "../../ui/opener.ts";
import { Page } from "../../ui/page.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { Agenda } from "./agenda.tsx";
import { CalendarBar } from "./calendar-bar.tsx";
import { Freshness, NotConnected } from "./calendar-notices.tsx";
import classes from "./calendar-page.module.css";
import { EventPanel } from "./event-panel.tsx";
import { ProjectLegend } from "./project-legend.tsx";
import { eventsOf, firstWeekday } from "./queries.ts";
import { ReviewList } from "./review-list.tsx";
import type { CalendarSearch } from "./search-params.ts";
import { TimeGrid } from "./time-grid.tsx";

const route = getRouteApi("/calendar");
const REVIEWED_DAYS = 28;

/** Events by week and day: the viewer's own and the team's, with their projects, and proposals of new ones. */
export default function CalendarPage() {
  const isLead = leads(useViewer());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const timeZone = localTimeZone();
  const today = todayOf();
  const day = search.day || today;
  const view = search.view === "review" && !isLead ? "" : search.view;
  const weekday = useQuery(firstWeekday);
  const first = view === "day" ? day : weekStart(day, weekday.data);
  const length = { "": 7, day: 1, review: REVIEWED_DAYS }[view];
  const days = useMemo(() => daysFrom(first, length), [first, length]);
  const scope = view === "review" ? "unmatched" : search.who || "own";
  const { data, error, refetch } = useQuery({
    ...eventsOf(days, scope, timeZone),
    enabled: weekday.isSuccess,
  });
  const failure = weekday.error ?? (data ? null : error);
  // Notices above the grid would move it, so the grid waits for the first answer; later weeks begin empty.
  const [isFirst, setFirst] = useState(true);
  if (data && isFirst) setFirst(false);

  const go = (next: Partial<CalendarSearch>) =>
    void navigate({ search: (before) => ({ ...before, event: "", ...next }), resetScroll: false });

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
  const opener = useRef<HTMLElement>(null);
  const open = (event: CalendarEvent) => {
    opener.current = document.activeElement as HTMLElement | null;
    go({ event: event.id });
  };
  const close = () => {
    go({ event: "" });
    focusAgain(opener.current);
  };
  const propose = () => openAction({ kind: "propose-event" });
  usePageKeys({
    c: propose,
    p: () => step(-1),
    n: () => step(1),
    t: () => goTo(""),
    w: () => go({ view: "" }),
    d: () => go({ view: "day" }),
  });

  const events = data?.events ?? [];
  const openEvent = events.find(({ id }) => id === search.event);
  return (
    <Page
      title="Calendar"
      actions={
        <Button size="xs" aria-keyshortcuts="c" onClick={propose}>
          Propose event
        </Button>
      }
    >
      <CalendarBar
        unit={view === "day" ? "day" : view === "review" ? "four weeks" : "week"}
        title={view === "day" ? formatLongDay(day) : formatSpan(first, addDays(first, length - 1))}
        heading={heading}
        isToday={
          days.includes(today) && (view !== "review" || first === weekStart(today, weekday.data))
        }
        onStep={step}
        onToday={() => goTo("")}
      >
        {view !== "review" && (
          <SegmentedControl
            size="xs"
            aria-label="Whose events"
            data={[
              { value: "", label: "Mine" },
              { value: "team", label: "Team" },
            ]}
            value={search.who}
            onChange={(who) => go({ who: who as CalendarSearch["who"] })}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: "", label: isNarrow ? "Agenda" : "Week" },
            { value: "day", label: "Day" },
            ...(isLead ? [{ value: "review", label: "Without a project" }] : []),
          ]}
          value={view}
          onChange={(next) => go({ view: next as CalendarSearch["view"] })}
        />
      </CalendarBar>
      {failure ? (
        <Problem
          error={failure}
          retry={() => void (weekday.error ? weekday.refetch() : refetch())}
        />
      ) : (
        <>
          {data?.sources.length === 0 && <NotConnected />}
          {view !== "review" && isLead && (data?.unmatched_count ?? 0) > 0 && (
            <Text size="sm" mb="xs">
              {countOf(data?.unmatched_count ?? 0, "event")} without a project in this period.{" "}
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => (
                  <Link
                    to="/calendar"
                    search={(before) => ({ ...before, view: "review", event: "" })}
                    {...props}
                  />
                )}
              >
                Review
              </Anchor>
            </Text>
          )}
          {data && search.event && !openEvent && (
            <Text size="sm" mb="xs" role="status">
              This list doesn't contain the event that you opened.{" "}
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => (
                  <Link to="/events/$eventId" params={{ eventId: search.event }} {...props} />
                )}
              >
                Open event page
              </Anchor>
            </Text>
          )}
          <div key={data || !isFirst ? "days" : "first"} aria-busy={!data}>
            {!data && (isFirst || view === "review" || (view === "" && isNarrow)) ? (
              <Skeleton height={320} />
            ) : view === "review" ? (
              <ReviewList events={events} onOpen={open} />
            ) : view === "" && isNarrow ? (
              <Agenda days={days} events={events} today={today} timeZone={timeZone} onOpen={open} />
            ) : (
              <TimeGrid
                days={days}
                events={events}
                today={today}
                timeZone={timeZone}
                openId={search.event}
                onOpen={open}
                onSlot={(slot) => openAction({ kind: "propose-event", ...slot })}
              />
            )}
          </div>
          {view !== "review" && <ProjectLegend events={events} />}
          {data && (
            <div className={classes.foot}>
              <span>
                Times are in {timeZone.replaceAll("_", " ")}.{" "}
                <Link to="/account" className={classes.link}>
                  Change the time zone
                </Link>
              </span>
              <Freshness sources={data.sources} />
              {!data.isComplete && (
                <span>
                  Only the first {countOf(events.length, "event")} are shown. Choose Day or Mine to
                  see the others.
                </span>
              )}
            </div>
          )}
        </>
      )}
      {openEvent && (
        <EventPanel
          event={openEvent}
          onClose={close}
          // A matched event leaves the list of events without a project.
          onMatched={view === "review" ? close : undefined}
        />
      )}
    </Page>
  );
}
