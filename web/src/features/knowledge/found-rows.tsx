import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId } from "react";
import type { FoundGroup, FoundKind, FoundRow } from "../../api/knowledge-routes.ts";
import { useViewer } from "../../session/viewer.ts";
import { useAppLinks } from "../../ui/app-link.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useOpenTask } from "../tasks/task-link.tsx";
import classes from "./found-rows.module.css";
import { foundAddress, foundFacts, foundKindLabels } from "./found-words.ts";
import { foundRows } from "./search-queries.ts";

/** The number of rows per kind on the search page. */
export const PAGE_ROWS = 5;

interface Props {
  query: string;
  /** Handles the arrow keys in the list; the page handles the other keys. */
  onMove: (by: 1 | -1) => void;
}

/** Tasks, projects, people and other rows whose names match, by kind. */
export function FoundRows({ query, onMove }: Props) {
  const rows = useQuery(foundRows(query, PAGE_ROWS));
  if (rows.isError && !rows.data && !rows.isFetching) {
    return <Problem error={rows.error} retry={() => void rows.refetch()} />;
  }
  if (!rows.data || rows.data.groups.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    onMove(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <section
      aria-label="Matching names"
      aria-busy={rows.isPlaceholderData}
      className={classes.groups}
      onKeyDown={onKeyDown}
    >
      {rows.data.groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
    </section>
  );
}

function Group({ group: { kind, is_similar, has_more, rows } }: { group: FoundGroup }) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className={classes.heading}>
        {foundKindLabels[kind]}
        {is_similar && " with similar names"}
        {has_more && `, the best ${rows.length}`}
      </h2>
      <ol aria-labelledby={id} className={classes.list}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <RowLink kind={kind} row={row} />
            <span className={classes.facts}>{foundFacts(kind, row)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function RowLink({ kind, row: { id, title } }: { kind: FoundKind; row: FoundRow }) {
  const viewer = useViewer();
  const follow = useAppLinks();
  const openTask = useOpenTask();
  const address = foundAddress(kind, id, viewer);
  const link = follow(address ?? `/tasks?task=${id}`);
  return (
    <a
      data-row={id}
      href={link.href}
      onClick={(event) => {
        const opensHere = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
        if (address !== null || !opensHere) return link.onClick(event);
        event.preventDefault();
        openTask(id);
      }}
    >
      {title}
    </a>
  );
}
