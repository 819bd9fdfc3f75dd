import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { PlannedHours } from "../../entities/project/planned-hours.tsx";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf, formatCount, formatHours } from "../../format/numbers.ts";
import type { Group } from "../../ui/data-table/columns.ts";
import classes from "./group-head.module.css";
import { groupLabel, type Totals } from "./portfolio-view.ts";
import type { Grouping } from "./search-params.ts";

interface Props {
  group: Group<ProjectSummary>;
  grouping: Grouping;
  onToggle: (key: string) => void;
}

/** A group heading: a button that folds or opens it, and its name, which links to the page of a client or account. */
export function GroupHead({ group, grouping, onToggle }: Props) {
  const Chevron = group.isClosed ? IconChevronRight : IconChevronDown;
  const [first] = group.rows;
  const label = first && groupLabel(first, grouping);
  return (
    <span className={classes.head}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={!group.isClosed}
        aria-label={`Projects of ${label}`}
        onClick={() => onToggle(group.key)}
      >
        <Chevron size={16} aria-hidden />
      </ActionIcon>
      {first && grouping === "client" ? (
        <Link
          to="/clients/$clientId"
          params={{ clientId: first.client_id }}
          className={classes.name}
        >
          {label}
        </Link>
      ) : first && grouping === "account" ? (
        <Link
          to="/accounts/$accountId"
          params={{ accountId: first.account_id }}
          className={classes.name}
        >
          {label}
        </Link>
      ) : (
        <span className={classes.name}>{label}</span>
      )}
      <span className={classes.quiet}>{formatCount(group.rows.length)}</span>
    </span>
  );
}

/** Hours spent and planned: the sums of the rows. */
export function TotalHours({ totals }: { totals: Totals }) {
  const { actualHours, plannedHours, estimatedHours } = totals;
  return (
    <span title={inWords(totals)}>
      {formatHours(actualHours)}
      {plannedHours > 0 && (
        <span className={classes.quiet}>
          {" / "}
          <PlannedHours hours={plannedHours} isEstimate={estimatedHours > 0} />
        </span>
      )}{" "}
      h
    </span>
  );
}

function inWords({ actualHours, plannedHours, estimatedHours }: Totals): string {
  const budgetHours = plannedHours - estimatedHours;
  const parts = [
    budgetHours > 0 && `${formatHours(budgetHours)} budgeted`,
    estimatedHours > 0 && `${formatHours(estimatedHours)} estimated for projects without a budget`,
  ].filter(Boolean);
  if (parts.length === 0) return `${formatHours(actualHours)} hours used`;
  return `${formatHours(actualHours)} hours used of ${parts.join(" and ")}`;
}

/** The totals of a group of cards, in words. */
export function TotalsLine({ totals }: { totals: Totals }) {
  return (
    <span className={classes.quiet}>
      {countOf(totals.openTasks, "open task")}, <TotalHours totals={totals} />
    </span>
  );
}
