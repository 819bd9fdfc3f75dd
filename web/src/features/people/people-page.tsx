import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Skeleton,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { getRouteApi, Link, Outlet, useChildMatches } from "@tanstack/react-router";
import { UserPlusIcon } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { countOf } from "../../format/numbers.ts";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import card from "../../ui/card.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { RowCards } from "../../ui/data-table/row-cards.tsx";
import { SelectionBar } from "../../ui/data-table/selection-bar.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSelection } from "../../ui/data-table/use-selection.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { columnsFor, peopleGroups } from "./people-columns.tsx";
import { PeopleFilters } from "./people-filters.tsx";
import classes from "./people-page.module.css";
import { byName, filterPeople, type ListedPerson } from "./people-view.ts";
import { PersonCard } from "./person-card.tsx";
import { useRoomBeside } from "./room.ts";
import type { PeopleSearch, SortKey } from "./search-params.ts";
import { usePeople } from "./use-people.ts";

const BulkPeopleDialog = lazyPart(() => import("./bulk-people-dialog.tsx"));

export default function PeoplePage() {
  return leads(useViewer()) ? <People /> : <LeadsOnlyPage />;
}

/** The list, and beside it or in its place the open person or form. */
function People() {
  const open = useOpenPanel();
  const hasRoom = useRoomBeside();
  useFocusOnReturn(open);
  const isListed = !open || hasRoom;
  // The open panel stays mounted: a window that becomes narrow must not lose a link that is shown once.
  return (
    <>
      {isListed && <SettingsPage name="People" />}
      <div className={open && hasRoom ? classes.columns : undefined}>
        {isListed && (
          <section aria-labelledby="people" className={classes.list}>
            <PeopleList openId={open} />
          </section>
        )}
        {open && <Outlet />}
      </div>
    </>
  );
}

const INVITING = "invite";

/** The person that is open, or the invitation form; undefined for the list alone. */
function useOpenPanel(): string | undefined {
  return useChildMatches({
    select: ([match]) =>
      match && ("personId" in match.params ? (match.params.personId as string) : INVITING),
  });
}

/** When a panel closes, the focus goes back to what opened it. */
function useFocusOnReturn(open: string | undefined) {
  const last = useRef(open);
  useEffect(() => {
    if (!open && last.current) document.getElementById(`person-${last.current}`)?.focus();
    last.current = open;
  }, [open]);
}

const route = getRouteApi("/settings/people");
const personId = ({ id }: ListedPerson) => id;

function PeopleList({ openId }: { openId: string | undefined }) {
  const viewer = useViewer();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { people, error, retry } = usePeople();
  const change = useCallback(
    (next: Partial<PeopleSearch>) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  // A duplicate counts with the entry that it was merged into.
  const isCounted = ({ state }: ListedPerson) => state !== "merged" || search.state !== "";
  const total = people?.filter(isCounted).length;
  const matches = useMemo(() => filterPeople(people ?? [], search), [people, search]);
  const matchCount = people && matches.length;
  const isBeside = openId !== undefined;
  const mayEdit = administers(viewer);
  const columns = useMemo(() => columnsFor(isBeside, mayEdit), [isBeside, mayEdit]);
  const table = useDataTable({
    label: "People with role, state and projects",
    fileName: "people",
    columns,
    rows: matches,
    rowId: personId,
    tie: byName,
    grouping: peopleGroups,
    narrow: 760,
    sort: {
      key: search.sort,
      direction: search.dir,
      onSort: (key, dir) => change({ sort: key as SortKey, dir }),
    },
  });

  const { sort: _, dir: __, ...filters } = search;
  const selection = useSelection(table, JSON.stringify(filters), ({ name }) => name);
  const [edited, setEdited] = useState<ListedPerson[] | null>(null);

  return (
    <>
      <Group justify="space-between" mih={30} mb="sm">
        <Title order={2} id="people">
          People{" "}
          {people && (
            <Text component="span" c="dimmed" className="tabular">
              {matchCount === total ? total : `${matchCount} of ${total}`}
            </Text>
          )}
        </Title>
        <Group gap="xs">
          <ViewsMenu page="people" />
          <ExportMenu table={table} />
          {mayEdit && openId !== INVITING && (
            <Button
              id={`person-${INVITING}`}
              component={Link}
              to="/settings/people/invite"
              size="xs"
              leftSection={<UserPlusIcon size={16} aria-hidden />}
            >
              Invite a person
            </Button>
          )}
        </Group>
      </Group>
      <PeopleFilters search={search} onChange={change} withSort={table.isNarrow} />
      <VisuallyHidden role="status">
        {matchCount !== undefined && `${countOf(matchCount, "person", "people")} shown`}
      </VisuallyHidden>
      {error ? (
        <Problem error={error} retry={retry} />
      ) : !people ? (
        <PeopleSkeleton />
      ) : matchCount === 0 ? (
        <Text py="xl" c="dimmed">
          No person matches this search.{" "}
          <Anchor
            component="button"
            type="button"
            onClick={() => change({ q: "", role: "", state: "" })}
          >
            Clear the filters
          </Anchor>
        </Text>
      ) : table.isNarrow ? (
        <RowCards
          table={table}
          cardHeight={116}
          card={(person, index) => (
            <PersonCard
              person={person}
              mayEdit={mayEdit}
              checkbox={
                <Checkbox
                  size="xs"
                  className={card.check}
                  aria-label={`Select: ${person.name}`}
                  checked={selection.has(person.id)}
                  onChange={() => selection.select(index, false)}
                />
              }
            />
          )}
          head={(group) => <h3>{peopleGroups.head(group)}</h3>}
        />
      ) : (
        <DataTable
          table={table}
          selection={selection}
          opensRows
          rowProps={({ id, state }) => ({
            "data-open": id === openId,
            "data-left": state === "offboarded",
          })}
        />
      )}
      <SelectionBar selection={selection} one="person" many="people">
        <Button size="xs" onClick={() => setEdited(selection.rows)}>
          Edit people
        </Button>
      </SelectionBar>
      {edited && (
        <BulkPeopleDialog
          people={edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

const skeletonRows = Array.from({ length: 10 }, (_, index) => `row ${index + 1}`);

function PeopleSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading people</VisuallyHidden>
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={32} mb={12} />
      ))}
    </div>
  );
}
