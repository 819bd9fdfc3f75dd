import { Button, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { hasStatus } from "../../api/service-error.ts";
import { useProjectNames } from "../../entities/project/names.ts";
import { Page } from "../../ui/page.tsx";
import { usePageKeys } from "../../ui/page-keys.ts";
import { Problem } from "../../ui/problem.tsx";
import { AnswerLine } from "./answer-line.tsx";
import { Examples } from "./examples.tsx";
import { FoundRows, PAGE_ROWS } from "./found-rows.tsx";
import { NothingMatches } from "./nothing-matches.tsx";
import { focusQuery, QueryField } from "./query-field.tsx";
import { ResultList } from "./result-list.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { isBackwards, isNarrowed, type KnowledgeSearch } from "./search-params.ts";
import { foundRows, restrictedAmong, searchAnswer } from "./search-queries.ts";

const FIRST_RESULTS = 20;
/** The maximum that the service returns. */
const MAX_RESULTS = 50;

const route = getRouteApi("/search");

export default function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Partial<KnowledgeSearch>) =>
      void navigate({
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  // Without words in the URL the field takes the focus; with a link, the results do.
  const isEmpty = search.q.trim() === "";
  const [wasEmpty] = useState(isEmpty);
  useEffect(() => {
    if (wasEmpty) focusQuery();
  }, [wasEmpty]);

  return (
    <Page title="Search" name={isEmpty ? "Search" : `${search.q.trim()} · Search`}>
      <QueryField value={search.q} onChange={(q) => change({ q })} onLeaveDown={() => move(1)} />
      <SearchFilters search={search} onChange={change} />
      {isEmpty ? (
        <Examples onChoose={(q) => change({ q })} />
      ) : isBackwards(search) ? (
        <Text id="days-are-backwards" role="alert" c="var(--cs-bad)">
          The end date is before the start date. Change one of them.
        </Text>
      ) : (
        <>
          {!isNarrowed(search) && <FoundRows query={search.q} onMove={move} />}
          <Answer search={search} onChange={change} />
        </>
      )}
    </Page>
  );
}

interface Props {
  search: KnowledgeSearch;
  onChange: (next: Partial<KnowledgeSearch>) => void;
}

function Answer({ search, onChange }: Props) {
  const [limit, setLimit] = useState(FIRST_RESULTS);
  const answer = useQuery(searchAnswer(search, limit));
  // The rows are above the passages, which would move when they arrive.
  const awaitsRows = useQuery(foundRows(isNarrowed(search) ? "" : search.q, PAGE_ROWS)).isLoading;
  const results = useMemo(() => answer.data?.results ?? [], [answer.data]);
  const projectNames = useProjectNames([
    search.project || null,
    ...results.map(({ project_id }) => project_id),
  ]);
  const sourceIds = useMemo(
    () => [...new Set(results.map(({ source_id }) => source_id))].sort(),
    [results],
  );
  const restricted = useQuery(restrictedAmong(sourceIds)).data;
  usePageKeys({ j: () => move(1), k: () => move(-1) });

  // A missing or invisible project, in which nothing is found.
  if (hasStatus(answer.error, 404) && search.project) {
    return (
      <section aria-label="Passages">
        <NothingMatches search={search} onChange={onChange} />
      </section>
    );
  }
  if (answer.isError && !answer.data && !answer.isFetching) {
    return <Problem error={answer.error} retry={() => void answer.refetch()} />;
  }
  if (!answer.data || awaitsRows) return <AnswerSkeleton />;
  // The shown answer may be the previous one while the next is loading.
  const { answeredSearch, mode, partial } = answer.data;
  const isFull = results.length === answer.data.limit;
  return (
    <section aria-label="Passages" aria-busy={answer.isPlaceholderData}>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        <AnswerLine
          search={answeredSearch}
          projectName={projectNames.get(answeredSearch.project)}
          mode={mode}
          passages={results.length}
          sources={sourceIds.length}
          isFull={isFull}
          isPartial={partial}
        />
      </Text>
      {results.length > 0 ? (
        <ResultList
          results={results}
          projectNames={projectNames}
          restricted={restricted}
          onMove={move}
        />
      ) : (
        <NothingMatches search={answeredSearch} onChange={onChange} />
      )}
      {isFull && limit < MAX_RESULTS && (
        <Button mt="md" size="xs" variant="default" onClick={() => setLimit(MAX_RESULTS)}>
          Show up to {MAX_RESULTS} passages
        </Button>
      )}
    </section>
  );
}

/** Moves the focus to the next row or passage, and from the first one up to the field. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row], [data-passage]")];
  const focusIndex = rows.indexOf(document.activeElement as HTMLElement);
  if (focusIndex === 0 && by === -1) focusQuery();
  else rows[focusIndex === -1 ? 0 : Math.min(focusIndex + by, rows.length - 1)]?.focus();
}

const skeletonRows = Array.from({ length: 6 }, (_, index) => `row ${index + 1}`);

function AnswerSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Searching</VisuallyHidden>
      <Skeleton height={16} width={320} mb="md" />
      {skeletonRows.map((row) => (
        <div key={row}>
          <Skeleton height={18} width={260} mb={8} />
          <Skeleton height={36} maw={760} mb={20} />
        </div>
      ))}
    </div>
  );
}
