import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatDayAndWeekday } from "../../format/dates.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { MyCards, oldestCards } from "./my-cards.tsx";
import { MyHours } from "./my-hours.tsx";
import { MyMentions } from "./my-mentions.tsx";
import { MyNews } from "./my-news.tsx";
import { MyTasks } from "./my-tasks.tsx";
import classes from "./my-work-page.module.css";
import { myWork } from "./queries.ts";
import { useFirstSteps } from "./use-first-steps.ts";
import { useLastVisit } from "./use-last-visit.ts";

const GettingStarted = lazyPart(() => import("./getting-started.tsx"));

export default function MyWorkPage() {
  const query = useQuery(myWork);
  const work = query.data;
  const lastVisit = useLastVisit(work);
  const first = useFirstSteps(GettingStarted.preload);
  const cards = useQuery({ ...oldestCards, enabled: leads(useViewer()) });
  if (query.isError && !work) {
    return (
      <Page title="My work">
        <Problem error={query.error} retry={() => void query.refetch()} />
      </Page>
    );
  }
  // The first steps and the cards are above the rest, so the page waits for them; otherwise the rest would move.
  if (!work || first.isLoading || cards.isLoading) {
    return (
      <Page title="My work">
        <MyWorkSkeleton />
      </Page>
    );
  }
  return (
    <Page title="My work" context={formatDayAndWeekday(work.today)}>
      {first.state && <GettingStarted first={first} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <MyTasks tasks={work.tasks} today={work.today} />
          <MyNews
            changes={work.changes}
            hours={work.hours_changed_by_others}
            lastVisit={lastVisit}
          />
        </div>
        <div className={classes.column}>
          <MyCards decidable={work.decidable_cards} />
          <MyHours hours={work.hours} timer={work.timer} today={work.today} />
          <MyMentions mentions={work.mentions} />
        </div>
      </div>
    </Page>
  );
}

function MyWorkSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading your work</VisuallyHidden>
      <div className={classes.columns}>
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
    </div>
  );
}
