import { Link } from "@tanstack/react-router";
import { HealthLabel } from "../../entities/project/badges.tsx";
import { healthLabels } from "../../entities/project/labels.ts";
import { Instant } from "../../format/instant.tsx";
import { formatCount, formatHours } from "../../format/numbers.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import table from "../../ui/data-table/data-table.module.css";
import { NameCell, WebsiteCell } from "./client-cells.tsx";
import { ClientRowActions } from "./client-row-actions.tsx";
import type { ListedClient } from "./clients-view.ts";
import type { ClientsSearch, SortKey } from "./search-params.ts";

/** The fields of a sortable column: its id is the sort key in the URL. */
function sorting(id: SortKey, sort: "asc" | "desc" = "asc") {
  return { id, sort };
}

const sumOf = (rows: ListedClient[], figure: (row: ListedClient) => number) =>
  rows.reduce((sum, row) => sum + figure(row), 0);

export function columnsFor(list: ClientsSearch["list"], mayEdit: boolean): Column<ListedClient>[] {
  const isClients = list === "clients";
  return [
    {
      ...sorting("name"),
      label: isClients ? "Client" : "Account",
      isMain: true,
      value: ({ name }) => name,
      under: [
        ...(isClients
          ? []
          : [
              {
                ...sorting("client"),
                label: "Client",
                value: ({ client }: ListedClient) => client?.name,
              },
            ]),
        {
          id: "archived",
          label: "Archived",
          value: ({ archivedAt }) => archivedAt?.slice(0, 10),
        },
      ],
      cell: (row) => (
        <>
          <NameCell row={row} mayEdit={mayEdit} link={<RowLink row={row} />} />
          <span className={table.subtitle}>
            {[row.client?.name, row.archivedAt && "Archived"].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    ...(isClients ? [websiteColumn(mayEdit), accountsColumn] : []),
    {
      ...sorting("active", "desc"),
      label: "Active projects",
      width: 112,
      isNumber: true,
      value: ({ activeProjects }) => activeProjects,
      cell: ({ activeProjects }) => formatCount(activeProjects),
      total: (rows) => formatCount(sumOf(rows, ({ activeProjects }) => activeProjects)),
    },
    {
      ...sorting("hours", "desc"),
      label: "Hours",
      width: 96,
      isNumber: true,
      value: ({ hours }) => hours,
      cell: ({ hours }) => `${formatHours(hours)} h`,
      total: (rows) => `${formatHours(sumOf(rows, ({ hours }) => hours))} h`,
    },
    {
      ...sorting("status", "desc"),
      label: "Last status",
      width: 220,
      hideBelow: 900,
      value: ({ lastStatus }) => lastStatus && healthLabels[lastStatus.health],
      order: ({ lastStatus }) => lastStatus?.at,
      under: [
        {
          id: "reported",
          label: "Status posted",
          value: ({ lastStatus }) => lastStatus?.at.slice(0, 10),
        },
        {
          id: "reported-on",
          label: "Project of the status",
          value: ({ lastStatus }) => lastStatus?.project,
        },
      ],
      cell: ({ lastStatus }) => <LastStatus status={lastStatus} />,
    },
    ...(mayEdit ? [actionsColumn] : []),
  ];
}

const websiteColumn = (mayEdit: boolean): Column<ListedClient> => ({
  id: "website",
  label: "Website",
  width: 180,
  hideBelow: 1400,
  value: ({ website }) => website,
  cell: (row) => <WebsiteCell row={row} mayEdit={mayEdit} />,
});

const accountsColumn: Column<ListedClient> = {
  ...sorting("accounts", "desc"),
  label: "Accounts",
  width: 260,
  hideBelow: 1080,
  value: ({ accounts }) => accounts.map(({ name }) => name).join(", "),
  order: ({ accounts }) => accounts.length,
  cell: ({ accounts }) =>
    accounts.length === 0 ? (
      <span className={table.quiet}>None</span>
    ) : (
      accounts.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <AccountLink id={id} name={name} />
        </span>
      ))
    ),
};

const actionsColumn: Column<ListedClient> = {
  id: "actions",
  label: "Actions",
  isLabelHidden: true,
  width: 48,
  cell: (row) => <ClientRowActions row={row} />,
};

export function RowLink({
  row: { id, name, client },
  className = table.name,
}: {
  row: ListedClient;
  className?: string | undefined;
}) {
  return client ? (
    <Link to="/accounts/$accountId" params={{ accountId: id }} className={className}>
      {name}
    </Link>
  ) : (
    <Link to="/clients/$clientId" params={{ clientId: id }} className={className}>
      {name}
    </Link>
  );
}

/** A link to an account, which is above the link that covers the row. */
function AccountLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to="/accounts/$accountId"
      params={{ accountId: id }}
      style={{ position: "relative", zIndex: 1, color: "inherit" }}
    >
      {name}
    </Link>
  );
}

export function LastStatus({ status }: { status: ListedClient["lastStatus"] }) {
  if (!status) return <span className={table.quiet}>No status yet</span>;
  return (
    <>
      <HealthLabel health={status.health} />
      <span className={table.subtitle} title={status.project}>
        <Instant at={status.at} /> · {status.project}
      </span>
    </>
  );
}
