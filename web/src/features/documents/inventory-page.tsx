import { Anchor, Button, Group, NativeSelect, Skeleton, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { countOf, formatCount } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Fact } from "../../ui/fact.tsx";
import facts from "../../ui/facts.module.css";
import filterClasses from "../../ui/filters.module.css";
import { LoadMore } from "../../ui/load-more.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ProjectFilter } from "./document-filters.tsx";
import { InventoryProblems } from "./inventory-problems.tsx";
import { InventoryTable } from "./inventory-table.tsx";
import { inventoryPages } from "./queries.ts";
import { defaultInventorySearch, type InventorySearch } from "./search-params.ts";
import { type DocumentKind, kindLabel, kindsFor } from "./words.ts";

const route = getRouteApi("/documents/inventory");

export default function InventoryPage() {
  return leads(useViewer()) ? <Inventory /> : <LeadsOnlyPage />;
}

/** Documents that drafts can cite, with the problems found in their text, and documents that could not be processed. */
function Inventory() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery(inventoryPages(search));
  const change = (next: Partial<InventorySearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    });
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const first = pages.data?.pages[0];
  // A document that was processed again between two pages appears once.
  const documents = [
    ...new Map(
      pages.data?.pages.flatMap((page) =>
        page.documents.map((document) => [document.document_id, document]),
      ),
    ).values(),
  ];
  const isNarrowed = search.project !== "" || search.kind !== "";
  return (
    <Page
      title="Document inventory"
      actions={
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/documents" {...props} />}
        >
          All documents
        </Button>
      }
    >
      <Group className={filterClasses.filters} gap="xs">
        <ProjectFilter value={search.project} onChange={(project) => change({ project })} />
        <NativeSelect
          size="xs"
          aria-label="Kind"
          value={search.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as DocumentKind })}
          data={[
            { value: "", label: "All kinds" },
            ...kindsFor(true).map((value) => ({ value, label: kindLabel(value) })),
          ]}
        />
      </Group>
      {!first ? (
        pages.isError ? (
          <Problem error={pages.error} retry={() => void pages.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton height={64} mb="lg" />
            <Skeleton height={320} />
          </div>
        )
      ) : (
        <div aria-busy={pages.isPlaceholderData}>
          <dl className={facts.facts}>
            <Fact name="Can be cited">{countOf(first.counts.documents, "document")}</Fact>
            <Fact name="Could not be read">{formatCount(first.counts.problems)}</Fact>
            <Fact name="Processing">{formatCount(first.counts.in_progress)}</Fact>
          </dl>
          {first.problems.length > 0 && (
            <section aria-labelledby="problems">
              <Title order={2} id="problems" mb="xs">
                Could not be read
              </Title>
              <InventoryProblems problems={first.problems} count={first.counts.problems} />
            </section>
          )}
          <section aria-labelledby="cited">
            <Title order={2} id="cited" mb="xs">
              Documents that drafts can cite
            </Title>
            {documents.length > 0 ? (
              <InventoryTable documents={documents} />
            ) : (
              <Text c="dimmed">
                {isNarrowed ? (
                  <>
                    No document matches this search.{" "}
                    <Anchor
                      component="button"
                      type="button"
                      onClick={() => change(defaultInventorySearch)}
                    >
                      Clear the filters
                    </Anchor>
                  </>
                ) : (
                  "No documents yet. Every processed document appears here with notes about its text. Upload the first one under Documents."
                )}
              </Text>
            )}
            {pages.hasNextPage && (
              <LoadMore
                isLoading={pages.isFetching}
                error={pages.isFetchNextPageError ? pages.error : null}
                load={loadMore}
              />
            )}
          </section>
        </div>
      )}
    </Page>
  );
}
