import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  ActivityIcon,
  BookOpenIcon,
  BuildingIcon,
  FileTextIcon,
  FolderIcon,
  InboxIcon,
  ListTodoIcon,
  SigmaIcon,
  UserIcon,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useProjectNames } from "../../entities/project/names.ts";
import { formatInstantDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { useAppLinks } from "../../ui/app-link.tsx";
import { Labelled } from "../../ui/labelled.tsx";
import { locationInWords, locationOf } from "../knowledge/location.ts";
import { SourceKindLabel } from "../knowledge/source-kinds.tsx";
import { type CitationLocations, citationLocations } from "./citation-locations.ts";
import { inOrderOf } from "./numbers.ts";
import classes from "./sources.module.css";
import type { AnswerCitation } from "./turn.ts";
import { addressOf, quoteInWords, tableLabels } from "./words.ts";

/** The number of sources that fit on two lines of a wide window. */
const FIRST = 4;

interface Props {
  citations: AnswerCitation[];
  displayNumbers: ReadonlyMap<number, number>;
  /** Hidden if the answer consists only of the quotes. */
  hasQuotes: boolean;
}

/** The citations, each with its location, the cited words and a link to them. */
export function Sources({ citations, displayNumbers, hasQuotes }: Props) {
  const [isWhole, setWhole] = useState(false);
  const locations = useQuery(citationLocations(citations)).data;
  const projects = useProjectNames(
    citations.map(({ kind, project_id }) => (kind === "row" ? project_id : null)),
  );
  if (citations.length === 0) return null;
  const inOrder = inOrderOf(citations, displayNumbers);
  return (
    <section aria-label="Sources">
      <h3 className={classes.heading}>{countOf(citations.length, "source")}, quotes verified</h3>
      <ol className={classes.list}>
        {(isWhole ? inOrder : inOrder.slice(0, FIRST)).map((citation) => (
          <li key={citation.n}>
            <Source
              citation={citation}
              number={displayNumbers.get(citation.n) ?? citation.n}
              locations={locations}
              projectName={projects.get(citation.project_id ?? "")}
              quote={hasQuotes ? quoteInWords(citation) : ""}
            />
          </li>
        ))}
      </ol>
      {citations.length > FIRST && (
        <Button size="xs" variant="default" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${citations.length}`}
        </Button>
      )}
    </section>
  );
}

interface SourceProps {
  citation: AnswerCitation;
  number: number;
  locations: CitationLocations | undefined;
  projectName: string | undefined;
  quote: string;
}

function Source({ citation, number, locations, projectName, quote }: SourceProps) {
  const follow = useAppLinks();
  const address = addressOf(citation, leads(useViewer()));
  return (
    <div className={classes.card} data-linked={address !== null}>
      <h4 className={classes.title}>
        <span className={classes.number}>{number}</span>
        {address ? <a {...follow(address)}>{citation.title}</a> : <span>{citation.title}</span>}
      </h4>
      <p className={classes.location}>
        {citation.kind === "chunk" ? (
          <PassageLocation citation={citation} locations={locations} />
        ) : (
          <RowContext citation={citation} projectName={projectName} />
        )}
      </p>
      {quote && <blockquote className={classes.quote}>{quote}</blockquote>}
    </div>
  );
}

function PassageLocation({ citation, locations }: Pick<SourceProps, "citation" | "locations">) {
  const source = locations?.sources.get(citation.source_id ?? "");
  const location = citation.location
    ? locationOf(citation.location)
    : locations?.locations.get(citation.id);
  // The first heading of a text is often its title, which the line above already shows.
  const locationText = locationInWords(location ?? {}).replace(`${citation.title} › `, "");
  return (
    <>
      {source && <SourceKindLabel kind={source.kind} />}
      {locationText && <span>{locationText}</span>}
      {source?.occurred_at && <span>{formatInstantDay(source.occurred_at)}</span>}
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.8, "aria-hidden": true };

const icons: Record<NonNullable<AnswerCitation["table"]>, ReactNode> = {
  projects: <FolderIcon {...icon} />,
  tasks: <ListTodoIcon {...icon} />,
  status_updates: <ActivityIcon {...icon} />,
  documents: <FileTextIcon {...icon} />,
  approvals: <InboxIcon {...icon} />,
  accounts: <BuildingIcon {...icon} />,
  people: <UserIcon {...icon} />,
  organizations: <SigmaIcon {...icon} />,
  skills: <BookOpenIcon {...icon} />,
};

function RowContext({
  citation: { table },
  projectName,
}: Pick<SourceProps, "citation" | "projectName">) {
  return (
    <>
      {table && <Labelled icon={icons[table]}>{tableLabels[table]}</Labelled>}
      {table !== "projects" && projectName && <span>{projectName}</span>}
    </>
  );
}
