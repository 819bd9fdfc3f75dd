import type { KeyboardEvent } from "react";
import type { SearchResult } from "../../api/knowledge-routes.ts";
import { InstantDay } from "../../format/instant.tsx";
import { useAppLinks } from "../../ui/app-link.tsx";
import { RestrictedBadge } from "../documents/labels.tsx";
import { Highlighted } from "./highlighted.tsx";
import { locationInWords, locationOf, sourceAddress } from "./location.ts";
import { plainSnippet } from "./plain-snippet.ts";
import classes from "./result-list.module.css";
import { SourceKindLabel } from "./source-kinds.tsx";

interface Props {
  results: SearchResult[];
  projectNames: ReadonlyMap<string, string>;
  /** Sources that only admins and leads see. */
  restricted: ReadonlySet<string> | undefined;
  /** Handles the arrow keys in the list; the page handles the other keys. */
  onMove: (by: 1 | -1) => void;
}

/** The passages, best first. Each line is a link that opens its source at the passage. */
export function ResultList({ results, projectNames, restricted, onMove }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    onMove(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <ol className={classes.list} onKeyDown={onKeyDown}>
      {results.map((result) => (
        <li key={result.chunk_id}>
          <ResultRow
            result={result}
            projectName={projectNames.get(result.project_id)}
            isRestricted={restricted?.has(result.source_id) ?? false}
          />
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  result: SearchResult;
  projectName: string | undefined;
  isRestricted: boolean;
}

function ResultRow({ result, projectName, isRestricted }: RowProps) {
  const { chunk_id, source_id, source_kind, title, snippet, highlights, occurred_at } = result;
  // The first heading of a text is often its title, which the line already shows.
  const location = locationInWords(locationOf(result.location)).replace(`${title} › `, "");
  const follow = useAppLinks();
  const address = sourceAddress(source_kind, source_id, chunk_id);
  return (
    <article className={classes.row}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <a data-passage={chunk_id} {...follow(address)}>
            {title}
          </a>
        </h2>
        {location && <span className={classes.location}>{location}</span>}
      </div>
      <p className={classes.snippet}>
        <Highlighted {...plainSnippet(snippet, highlights)} />
      </p>
      <div className={classes.facts}>
        <SourceKindLabel kind={source_kind} />
        {projectName && <span>{projectName}</span>}
        {occurred_at && <InstantDay at={occurred_at} />}
        {isRestricted && <RestrictedBadge />}
      </div>
    </article>
  );
}
