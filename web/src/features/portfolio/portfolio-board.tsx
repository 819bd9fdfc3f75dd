import { Button } from "@mantine/core";
import { useState } from "react";
import { countOf, formatCount } from "../../format/numbers.ts";
import { GroupHead, TotalsLine } from "./group-head.tsx";
import classes from "./portfolio-board.module.css";
import type { Group, PortfolioView } from "./portfolio-view.ts";
import { ProjectCard } from "./project-card.tsx";
import { type PortfolioSearch, toggleClosed } from "./search-params.ts";

/** Drawn at once; more come when somebody asks, so that a big portfolio opens as fast as a small one. */
const COLUMNS = 20;
const CARDS = 20;

interface Props {
  view: PortfolioView;
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
}

/** A column per group, side by side. */
export function PortfolioBoard({ view, search, onChange }: Props) {
  const [columns, setColumns] = useState(COLUMNS);
  const left = view.groups.length - columns;
  return (
    <>
      <p className={classes.total}>
        {countOf(view.totals.projects, "project")}, <TotalsLine totals={view.totals} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus */}
      <section className={classes.board} aria-label="Board" tabIndex={0}>
        {view.groups.slice(0, columns).map((group) => (
          <Column
            key={group.key}
            group={group}
            search={search}
            onToggle={(key) => onChange({ closed: toggleClosed(search.closed, key) })}
          />
        ))}
        {left > 0 && (
          <Button
            variant="default"
            className={classes.more}
            onClick={() => setColumns(columns + COLUMNS)}
          >
            Show {formatCount(Math.min(left, COLUMNS))} more of {countOf(left, "group")}
          </Button>
        )}
      </section>
    </>
  );
}

interface ColumnProps {
  group: Group;
  search: PortfolioSearch;
  onToggle: (key: string) => void;
}

function Column({ group, search, onToggle }: ColumnProps) {
  const [cards, setCards] = useState(CARDS);
  const left = group.projects.length - cards;
  return (
    <div className={classes.column}>
      <div className={classes.head}>
        {search.group !== "none" && (
          <h2>
            <GroupHead group={group} grouping={search.group} onToggle={onToggle} />
          </h2>
        )}
        <TotalsLine totals={group.totals} />
      </div>
      {!(group.isClosed && search.group !== "none") && (
        <div className={classes.cards}>
          {group.projects.slice(0, cards).map((project) => (
            <ProjectCard key={project.id} project={project} group={search.group} />
          ))}
          {left > 0 && (
            <Button variant="default" size="xs" onClick={() => setCards(cards + CARDS)}>
              Show {formatCount(Math.min(left, CARDS))} more of {formatCount(left)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
