import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import type { Group } from "../../ui/data-table/columns.ts";
import type { DataTableModel } from "../../ui/data-table/use-data-table.ts";
import { TotalsLine } from "./group-head.tsx";
import classes from "./portfolio-board.module.css";
import { totalsOf } from "./portfolio-view.ts";
import { ProjectCard } from "./project-card.tsx";
import type { Grouping } from "./search-params.ts";

/**
 * The number of projects rendered at first; more appear on request, so that a big portfolio opens as fast as a small
 * one.
 */
const COLUMNS = 20;
const CARDS = 20;

interface Props {
  table: DataTableModel<ProjectSummary>;
  group: Grouping;
  mayEdit: boolean;
}

/** A column per group, side by side. */
export default function PortfolioBoard({ table, group, mayEdit }: Props) {
  const [columns, setColumns] = useState(COLUMNS);
  // Projects that are not grouped are one column.
  const groups = table.grouping
    ? table.groups
    : [{ key: "all", isClosed: false, rows: table.rows }];
  const hiddenCount = groups.length - columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section className={classes.board} aria-label="Board" tabIndex={0}>
      {groups.slice(0, columns).map((column) => (
        <Column
          key={column.key}
          group={column}
          grouping={group}
          mayEdit={mayEdit}
          head={table.grouping?.head(column)}
        />
      ))}
      {hiddenCount > 0 && (
        <Button
          variant="default"
          className={classes.more}
          onClick={() => setColumns(columns + COLUMNS)}
        >
          Show {formatCount(Math.min(hiddenCount, COLUMNS))} more of {countOf(hiddenCount, "group")}
        </Button>
      )}
    </section>
  );
}

interface ColumnProps {
  group: Group<ProjectSummary>;
  grouping: Grouping;
  mayEdit: boolean;
  head: ReactNode;
}

function Column({ group, grouping, mayEdit, head }: ColumnProps) {
  const [cards, setCards] = useState(CARDS);
  const hiddenCount = group.rows.length - cards;
  return (
    <div className={classes.column}>
      <div className={classes.head}>
        {head && <h2>{head}</h2>}
        <TotalsLine totals={totalsOf(group.rows)} />
      </div>
      {!group.isClosed && (
        <div className={classes.cards}>
          {group.rows.slice(0, cards).map((project) => (
            <ProjectCard key={project.id} project={project} group={grouping} mayEdit={mayEdit} />
          ))}
          {hiddenCount > 0 && (
            <Button variant="default" size="xs" onClick={() => setCards(cards + CARDS)}>
              Show {formatCount(Math.min(hiddenCount, CARDS))} more of {formatCount(hiddenCount)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
