import { Anchor, Button, Group, Skeleton, Text, Title, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { getRouteApi, Link, Outlet, useChildMatches } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { countOf } from "../../format/numbers.ts";
import { administers, leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ApprovalSettings } from "./approval-settings.tsx";
import { OrganizationFacts } from "./organization-facts.tsx";
import { PeopleCards } from "./people-cards.tsx";
import { PeopleFilters } from "./people-filters.tsx";
import classes from "./people-page.module.css";
import { PeopleTable } from "./people-table.tsx";
import { type ListedPerson, viewPeople } from "./people-view.ts";
import { useRoomBeside } from "./room.ts";
import type { PeopleSearch } from "./search-params.ts";
import { usePeople } from "./use-people.ts";

export default function PeoplePage() {
  return leads(useViewer()) ? <People /> : <LeadsOnlyPage />;
}

/** The list, and beside it, or instead of it, whom or what is open. */
function People() {
  const open = useOpenPanel();
  const hasRoom = useRoomBeside();
  useFocusOnReturn(open);
  const isListed = !open || hasRoom;
  // What is open keeps its place here: a window that becomes narrow must not lose a link shown once.
  return (
    <>
      {isListed && (
        <Page title="Settings">
          <OrganizationFacts />
          <ApprovalSettings />
        </Page>
      )}
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

function PeopleList({ openId }: { openId: string | undefined }) {
  const viewer = useViewer();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { people, error, retry } = usePeople();
  const isNarrow = useMediaQuery("(max-width: 760px)", false, { getInitialValueInEffect: false });
  const groups = useMemo(() => people && viewPeople(people, search), [people, search]);
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
  const shown = groups?.reduce((sum, group) => sum + group.people.length, 0);

  return (
    <>
      <Group justify="space-between" mih={30} mb="sm">
        <Title order={2} id="people">
          People{" "}
          {people && (
            <Text component="span" c="dimmed" className="tabular">
              {shown === total ? total : `${shown} of ${total}`}
            </Text>
          )}
        </Title>
        {administers(viewer) && openId !== INVITING && (
          <Button
            id={`person-${INVITING}`}
            component={Link}
            to="/settings/people/invite"
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            Invite
          </Button>
        )}
      </Group>
      <PeopleFilters search={search} onChange={change} withSort={isNarrow ?? false} />
      <VisuallyHidden role="status">
        {shown !== undefined && `${countOf(shown, "person", "people")} shown`}
      </VisuallyHidden>
      {error ? (
        <Problem error={error} retry={retry} />
      ) : !groups ? (
        <PeopleSkeleton />
      ) : shown === 0 ? (
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
      ) : isNarrow ? (
        <PeopleCards groups={groups} />
      ) : (
        <PeopleTable groups={groups} search={search} openId={openId} onChange={change} />
      )}
    </>
  );
}

const skeletonRows = Array.from({ length: 10 }, (_, index) => `row ${index + 1}`);

function PeopleSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading the people</VisuallyHidden>
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={32} mb={12} />
      ))}
    </div>
  );
}
