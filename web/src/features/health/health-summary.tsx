import { CircleCheckIcon, ClockAlertIcon, SearchAlertIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { HealthAnswer } from "../../api/routes.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { BoardGaps } from "./board-gaps.tsx";
import classes from "./health-summary.module.css";

type Board = HealthAnswer["board"];

/** Coverage and verification in figures; the bars only repeat them. */
export function HealthSummary({ health }: { health: HealthAnswer }) {
  return (
    <div className={classes.summary}>
      <div className={classes.strip}>
        <section aria-labelledby="board-coverage" className={classes.block}>
          <h2 id="board-coverage">Project basics</h2>
          <BoardCoverage board={health.board} />
        </section>
        <section aria-labelledby="open-items" className={classes.block}>
          <h2 id="open-items">Activity of open tasks</h2>
          <OpenItems health={health} />
        </section>
      </div>
    </div>
  );
}

const coverage = [
  ["with_tasks", "With tasks"],
  ["with_lead", "With a lead"],
  ["with_owned_tasks", "All tasks assigned"],
  ["with_recent_activity", "Recent activity"],
  ["with_recent_status", "Recent status"],
] as const;

function BoardCoverage({ board }: { board: Board }) {
  if (board.project_count === 0) {
    return <p className={classes.quiet}>No project is planned, active or on hold.</p>;
  }
  return (
    <>
      <p className={classes.quiet}>
        {countOf(board.project_count, "project")} planned, active or on hold
      </p>
      <dl className={classes.coverage}>
        {coverage.map(([field, label]) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <b>{formatCount(board[field])}</b> of {formatCount(board.project_count)}
            </dd>
            <Bar parts={[{ kind: "covered", count: board[field] }]} of={board.project_count} />
          </div>
        ))}
      </dl>
      <BoardGaps board={board} />
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

function OpenItems({ health }: { health: HealthAnswer }) {
  const { open, verified, stale, unverified } = health.open_items;
  if (open === 0) return <p className={classes.quiet}>No task is open.</p>;
  const items: { kind: string; label: string; count: number; icon: ReactNode; note: string }[] = [
    {
      kind: "verified",
      label: "Active",
      count: verified,
      icon: <CircleCheckIcon {...icon} color="var(--cs-good)" />,
      note: `in the last ${countOf(health.verification_window_days, "day")}`,
    },
    {
      kind: "stale",
      label: "Stale",
      count: stale,
      icon: <ClockAlertIcon {...icon} color="var(--cs-warn)" />,
      note: "last active earlier",
    },
    {
      kind: "unverified",
      label: "No activity",
      count: unverified,
      icon: <SearchAlertIcon {...icon} color="var(--mantine-color-dimmed)" />,
      note: "none recorded",
    },
  ];
  return (
    <>
      <p className={classes.quiet}>{countOf(open, "open task")}</p>
      <Bar parts={items} of={open} />
      <dl className={classes.items}>
        {items.map(({ kind, label, count, icon: sign, note }) => (
          <div key={kind}>
            <dt>
              {sign}
              {label}
            </dt>
            <dd>
              <b>{formatCount(count)}</b> <span className={classes.quiet}>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Bar({ parts, of }: { parts: { kind: string; count: number }[]; of: number }) {
  return (
    <div className={classes.track} aria-hidden>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <span key={kind} data-kind={kind} style={{ width: `${(count / of) * 100}%` }} />
        ))}
    </div>
  );
}
