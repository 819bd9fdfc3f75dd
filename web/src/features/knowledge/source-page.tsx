import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate } from "@tanstack/react-router";
import { hasStatus } from "../../api/service-error.ts";
import { projectSummary } from "../../entities/project/queries.ts";
import { formatMoment } from "../../format/dates.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RestrictedBadge } from "../documents/labels.tsx";
import { MeetingFacts } from "../meetings/meeting-facts.tsx";
import { SourceKindLabel } from "./source-kinds.tsx";
import classes from "./source-page.module.css";
import { sourceById } from "./source-queries.ts";
import { SourceText } from "./source-text.tsx";

const route = getRouteApi("/sources/$sourceId");

/** The page of a meeting, email or note. */
export default function SourcePage() {
  const { sourceId } = route.useParams();
  return <Source key={sourceId} id={sourceId} />;
}

function Source({ id }: { id: string }) {
  const { passage } = route.useSearch();
  const source = useQuery(sourceById(id));
  if (hasStatus(source.error, 404)) return <NotFoundPage kind="source" />;
  if (source.isError && !source.data) {
    return (
      <Page title="Source">
        <Problem error={source.error} retry={() => void source.refetch()} />
      </Page>
    );
  }
  if (!source.data) {
    return (
      <div aria-busy="true">
        <Skeleton height={28} width={280} mb="lg" />
        <Skeleton height={320} maw={720} />
      </div>
    );
  }
  const { kind, title, project_id, is_restricted, occurred_at, archived_at, published_version } =
    source.data;
  // A document has a page with its file and versions.
  if (kind === "document") {
    return (
      <Navigate
        to="/documents/$documentId"
        params={{ documentId: id }}
        search={passage ? { passage } : {}}
        replace
      />
    );
  }
  return (
    <Page title={title} context={<Project id={project_id} />}>
      <div className={classes.facts}>
        <SourceKindLabel kind={kind} />
        {occurred_at && <time dateTime={occurred_at}>{formatMoment(occurred_at)}</time>}
        {is_restricted && <RestrictedBadge />}
        {archived_at && <span>Archived: no longer searched or cited</span>}
      </div>
      {kind === "meeting" && <MeetingFacts source={source.data} />}
      <h2 className="visually-hidden">Text</h2>
      <SourceText
        // A new version is another text, so the component starts again.
        key={published_version}
        sourceId={id}
        version={published_version}
        passageId={passage}
        empty={<Text c="dimmed">The text isn't available yet.</Text>}
      />
    </Page>
  );
}

function Project({ id }: { id: string | null }) {
  const name = useQuery({ ...projectSummary(id ?? ""), enabled: id !== null }).data?.name;
  if (id === null) return <>No project</>;
  if (!name) return null;
  return (
    <Link to="/projects/$projectId" params={{ projectId: id }} className={classes.project}>
      {name}
    </Link>
  );
}
