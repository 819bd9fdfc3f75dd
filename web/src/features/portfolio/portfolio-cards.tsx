import { useMemo, useRef } from "react";
import { countOf } from "../../format/numbers.ts";
import { useWindowRows } from "../../ui/window-rows.ts";
import { GroupHead, TotalsLine } from "./group-head.tsx";
import classes from "./portfolio-cards.module.css";
import { listed, type PortfolioView } from "./portfolio-view.ts";
import { ProjectCard } from "./project-card.tsx";
import { type PortfolioSearch, toggleClosed } from "./search-params.ts";

interface Props {
  view: PortfolioView;
  search: PortfolioSearch;
  onChange: (next: Partial<PortfolioSearch>) => void;
}

/** The portfolio on a phone: one column of cards under the heads of their groups. */
export function PortfolioCards({ view, search, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => listed(view, search.group !== "none"), [view, search.group]);
  const shown = useWindowRows({
    list,
    count: lines.length,
    size: (index) => (lines[index]?.project ? 172 : 44),
  });
  return (
    <>
      <p className={classes.total}>
        {countOf(view.totals.projects, "project")}, <TotalsLine totals={view.totals} />
      </p>
      <div ref={list}>
        <div style={{ height: shown.before }} />
        {shown.indexes.map((index) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div
              key={line.project?.id ?? line.group.key}
              ref={shown.measure}
              data-index={index}
              className={classes.line}
            >
              {line.project ? (
                <ProjectCard project={line.project} group={search.group} />
              ) : (
                <div className={classes.group}>
                  <h2>
                    <GroupHead
                      group={line.group}
                      grouping={search.group}
                      onToggle={(key) => onChange({ closed: toggleClosed(search.closed, key) })}
                    />
                  </h2>
                  <TotalsLine totals={line.group.totals} />
                </div>
              )}
            </div>
          );
        })}
        <div style={{ height: shown.after }} />
      </div>
    </>
  );
}
