import { Anchor, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { projectSummary } from "../../entities/project/queries.ts";
import { NotFoundPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SourceText } from "../knowledge/source-text.tsx";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import classes from "./document-page.module.css";
import { DocumentState } from "./document-state.tsx";
import { DocumentVersions } from "./document-versions.tsx";
import { RestrictedBadge } from "./labels.tsx";
import { NewVersion } from "./new-version.tsx";
import { type Document, documentById } from "./queries.ts";
import { UploadPanel } from "./upload-panel.tsx";
import { kindLabel } from "./words.ts";

const route = getRouteApi("/documents/$documentId");

export default function DocumentPage() {
  const { documentId } = route.useParams();
  // Each document is its own page, so its heading takes the focus.
  return <OneDocument key={documentId} id={documentId} />;
}

function OneDocument({ id }: { id: string }) {
  const document = useQuery(documentById(id));
  const [newVersion, setNewVersion] = useState<File | "choose" | null>(null);
  if (hasStatus(document.error, 404)) return <NotFoundPage kind="document" />;
  if (!document.data) {
    return (
      <Page title="Document">
        {document.isError ? (
          <Problem error={document.error} retry={() => void document.refetch()} />
        ) : (
          <DocumentSkeleton />
        )}
      </Page>
    );
  }
  const { data } = document;
  return (
    <Page
      title={data.title}
      context={<DocumentContext document={data} />}
      actions={<DocumentActions document={data} onNewVersion={() => setNewVersion("choose")} />}
    >
      <UploadPanel />
      <DocumentState document={data} onNewVersion={() => setNewVersion("choose")} />
      <DocumentFacts document={data} />
      <div className={classes.columns}>
        <section aria-labelledby="versions" className={classes.versions}>
          <Title order={2} id="versions" mb="xs">
            Versions
          </Title>
          <DocumentVersions document={data} />
        </section>
        <section aria-labelledby="text" className={classes.text}>
          <Title order={2} id="text" mb="xs">
            Text
          </Title>
          <DocumentText document={data} />
        </section>
      </div>
      <NewVersion document={data} choice={newVersion} onAsk={setNewVersion} />
    </Page>
  );
}

function DocumentContext({
  document: { kind, project_id, is_restricted },
}: {
  document: Document;
}) {
  const name = useQuery({ ...projectSummary(project_id ?? ""), enabled: project_id !== null }).data
    ?.name;
  return (
    <>
      {kindLabel(kind)}
      {name && project_id && (
        <>
          {" · "}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId"
                params={{ projectId: project_id }}
                search={{ view: "documents" }}
                {...props}
              />
            )}
          >
            {name}
          </Anchor>
        </>
      )}
      {is_restricted && (
        <>
          {" · "}
          <RestrictedBadge />
        </>
      )}
    </>
  );
}

/** The extracted text, opened at the passage or page in the URL. */
function DocumentText({ document }: { document: Document }) {
  const { passage } = route.useSearch();
  const navigate = route.useNavigate();
  const anchor = useLocation({ select: ({ hash }) => hash });
  if (document.archived_at) {
    return <Text c="dimmed">The text is hidden while the document is archived.</Text>;
  }
  const indexedVersion = document.versions.find(
    ({ version }) => version === document.indexed_version,
  );
  const language = indexedVersion?.facts["language"];
  return (
    <SourceText
      // A new version is another text, so the component starts again.
      key={document.published_version}
      sourceId={document.id}
      version={document.published_version}
      passageId={passage}
      anchor={anchor}
      onOpenPart={(hash) => void navigate({ search: { passage: "" }, hash, resetScroll: false })}
      language={typeof language === "string" ? language : undefined}
      empty={<Text c="dimmed">No text yet. It appears here once a version is searchable.</Text>}
    />
  );
}

function DocumentSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={64} mb="lg" />
      <Skeleton height={240} maw={720} />
    </div>
  );
}
