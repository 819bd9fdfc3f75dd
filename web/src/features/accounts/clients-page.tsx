import {
  Anchor,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { projectSummaries } from "../../entities/project/queries.ts";
import { countOf, formatHours } from "../../format/numbers.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import card from "../../ui/card.module.css";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { RowCards } from "../../ui/data-table/row-cards.tsx";
import { SelectionBar } from "../../ui/data-table/selection-bar.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSelection } from "../../ui/data-table/use-selection.ts";
import filters from "../../ui/filters.module.css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { openAction } from "../portfolio-actions/open-action.ts";
import { ViewsMenu } from "../views/views-menu.tsx";
import { NameCell, WebsiteCell } from "./client-cells.tsx";
import { columnsFor, LastStatus, RowLink } from "./client-columns.tsx";
import { ClientRowActions } from "./client-row-actions.tsx";
import { filterClients, type ListedClient, listedAccounts, listedClients } from "./clients-view.ts";
import { clientRows } from "./queries.ts";
import { type ClientsSearch, lists, type SortKey } from "./search-params.ts";

const BulkClientsDialog = lazyPart(() => import("./bulk-clients-dialog.tsx"));

const route = getRouteApi("/clients");
const rowId = ({ id }: ListedClient) => id;
const byName = (a: ListedClient, b: ListedClient) => a.name.localeCompare(b.name);

export default function ClientsPage() {
  const viewer = useViewer();
  const rows = useQuery(clientRows);
  const projects = useQuery(projectSummaries);
  const failedQuery = [rows, projects].find((query) => query.isError && !query.data);
  const actions = leads(viewer) && <NewButtons />;
  if (failedQuery) {
    return (
      <Page title="Clients">
        <Problem error={failedQuery.error} retry={() => void failedQuery.refetch()} />
      </Page>
    );
  }
  if (!rows.data || !projects.data) {
    return (
      <Page title="Clients">
        <div aria-busy="true">
          <VisuallyHidden>Loading clients</VisuallyHidden>
          <Skeleton height={30} maw={560} mb="md" />
          <Skeleton height={320} />
        </div>
      </Page>
    );
  }
  return (
    <Page title="Clients" actions={actions}>
      {rows.data.clients.length === 0 ? (
        <NoClients />
      ) : (
        <Lists
          clients={listedClients(rows.data, projects.data)}
          accounts={listedAccounts(rows.data, projects.data)}
        />
      )}
    </Page>
  );
}

function NewButtons() {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={() => openAction({ kind: "new-account" })}>
        New account
      </Button>
      <Button size="xs" onClick={() => openAction({ kind: "new-client" })}>
        New client
      </Button>
    </Group>
  );
}

interface ListsProps {
  clients: ListedClient[];
  accounts: ListedClient[];
}

function Lists({ clients, accounts }: ListsProps) {
  const mayEdit = leads(useViewer());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Partial<ClientsSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const isClients = search.list === "clients";
  const all = isClients ? clients : accounts;
  const matches = useMemo(() => filterClients(all, search), [all, search]);
  const columns = useMemo(() => columnsFor(search.list, mayEdit), [search.list, mayEdit]);
  const table = useDataTable({
    label: isClients
      ? "Clients with accounts, active projects, hours and last status"
      : "Accounts with client, active projects, hours and last status",
    fileName: search.list,
    columns,
    rows: matches,
    rowId,
    tie: byName,
    narrow: 700,
    sort: {
      key: search.sort,
      direction: search.dir,
      onSort: (key, dir) => change({ sort: key as SortKey, dir }),
    },
  });
  const noun = isClients ? "client" : "account";
  const { sort: _, dir: __, ...narrowing } = search;
  const selection = useSelection(table, JSON.stringify(narrowing), ({ name }) => name);
  // Accounts have no bulk action.
  const maySelect = mayEdit && isClients;
  const [edited, setEdited] = useState<{ clients: ListedClient[]; isArchived: boolean }>();
  return (
    <>
      <div className={filters.filters}>
        <SegmentedControl
          size="xs"
          aria-label="List"
          value={search.list}
          onChange={(list) =>
            change({ list: list as ClientsSearch["list"], sort: "name", dir: "asc" })
          }
          data={lists.map((value) => ({
            value,
            label: value === "clients" ? "Clients" : "Accounts",
          }))}
        />
        <SearchField
          className={filters.search}
          label={`Search ${noun}s`}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <NativeSelect
          size="xs"
          aria-label="State"
          value={search.state}
          onChange={(event) =>
            change({ state: event.currentTarget.value as ClientsSearch["state"] })
          }
          data={[
            { value: "", label: "Active" },
            { value: "archived", label: "Archived" },
            { value: "all", label: "Active and archived" },
          ]}
        />
        {table.isNarrow && <SortField search={search} onChange={change} />}
        <Text size="sm" c="dimmed" role="status">
          {countOf(matches.length, noun)}
        </Text>
        <Group gap="xs">
          <ViewsMenu page="clients" />
          <ExportMenu table={table} />
        </Group>
      </div>
      {matches.length === 0 ? (
        <Text py="xl" c="dimmed">
          No {noun} matches this search.{" "}
          <Anchor component="button" type="button" onClick={() => change({ q: "", state: "" })}>
            Clear the filters
          </Anchor>
        </Text>
      ) : table.isNarrow ? (
        <RowCards
          table={table}
          cardHeight={160}
          card={(row, index) => (
            <ClientCard
              row={row}
              mayEdit={mayEdit}
              checkbox={
                maySelect && (
                  <Checkbox
                    size="xs"
                    className={card.check}
                    aria-label={`Select: ${row.name}`}
                    checked={selection.has(row.id)}
                    onChange={() => selection.select(index, false)}
                  />
                )
              }
            />
          )}
          head={() => null}
        />
      ) : (
        <DataTable
          table={table}
          selection={maySelect ? selection : undefined}
          opensRows
          foot={`Total: ${countOf(matches.length, noun)}`}
        />
      )}
      {maySelect && (
        <SelectionBar selection={selection} one="client">
          {[true, false].map((isArchived) => (
            <Button
              key={String(isArchived)}
              size="xs"
              disabled={selection.rows.every(
                ({ archivedAt }) => (archivedAt !== null) === isArchived,
              )}
              onClick={() => setEdited({ clients: selection.rows, isArchived })}
            >
              {isArchived ? "Archive clients" : "Restore clients"}
            </Button>
          ))}
        </SelectionBar>
      )}
      {edited && (
        <BulkClientsDialog
          {...edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

const sortLabels = {
  name: "Name",
  active: "Active projects",
  hours: "Hours",
  status: "Last status",
};

function SortField({
  search,
  onChange,
}: {
  search: ClientsSearch;
  onChange: (next: Partial<ClientsSearch>) => void;
}) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Sort"
      value={`${search.sort} ${search.dir}`}
      onChange={(event) => {
        const [sort, dir] = event.currentTarget.value.split(" ");
        onChange({ sort: sort as SortKey, dir: dir as ClientsSearch["dir"] });
      }}
      data={Object.entries(sortLabels).flatMap(([key, label]) => [
        { value: `${key} asc`, label: `${label} ↑` },
        { value: `${key} desc`, label: `${label} ↓` },
      ])}
    />
  );
}

function ClientCard({
  row,
  mayEdit,
  checkbox,
}: {
  row: ListedClient;
  mayEdit: boolean;
  /** Selects the client. */
  checkbox: ReactNode;
}) {
  const subtitle = row.client?.name ?? row.accounts.map(({ name }) => name).join(", ");
  return (
    <article className={card.card}>
      <div className={card.head}>
        {checkbox}
        <NameCell
          row={row}
          mayEdit={mayEdit}
          link={
            <h2 className={card.name}>
              <RowLink row={row} className={undefined} />
            </h2>
          }
        />
        {mayEdit && <ClientRowActions row={row} />}
      </div>
      <div className={card.quiet}>
        {[row.archivedAt && "Archived", subtitle || "No accounts"].filter(Boolean).join(" · ")}
        {!row.client && (mayEdit || row.website) && (
          <div>
            <WebsiteCell row={row} mayEdit={mayEdit} />
          </div>
        )}
      </div>
      <div className={card.labels}>
        <span>
          <LastStatus status={row.lastStatus} />
        </span>
      </div>
      <div className={card.facts}>
        <span>{countOf(row.activeProjects, "active project")}</span>
        <span>{formatHours(row.hours)} h</span>
        <span>{countOf(row.openTasks, "open task")}</span>
      </div>
    </article>
  );
}

function NoClients() {
  const viewer = useViewer();
  return (
    <Stack gap="sm" py="xl" align="flex-start" maw={520}>
      <Title order={2}>No clients yet</Title>
      <Text size="lg">
        Here you will see every client with its accounts, active projects, hours and last status.{" "}
        {leads(viewer)
          ? "Create the first client, then an account for its projects."
          : "The clients of your projects appear once a lead adds you to one."}
      </Text>
      {leads(viewer) && (
        <Button onClick={() => openAction({ kind: "new-client" })}>Create a client</Button>
      )}
    </Stack>
  );
}
