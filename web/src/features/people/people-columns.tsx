import { Link } from "@tanstack/react-router";
import { countOf, formatCount } from "../../format/numbers.ts";
import type { Column, Grouping } from "../../ui/data-table/columns.ts";
import table from "../../ui/data-table/data-table.module.css";
import { StateLabel } from "./badges.tsx";
import { roleLabels, stateLabels } from "./labels.ts";
import {
  compareGroups,
  groupLabels,
  groupOf,
  type ListedPerson,
  sortValues,
} from "./people-view.ts";
import { NameCell, RoleCell } from "./person-cells.tsx";
import { roleNote, StateNote } from "./person-notes.tsx";
import type { SortKey } from "./search-params.ts";

/** A sortable fact: its id is the sort key in the URL. */
function sorting(id: SortKey) {
  return { id, sort: "asc" as const, order: sortValues[id] };
}

/** A client contact works on no project. */
const projectsOf = ({ role, project_count }: ListedPerson) =>
  role === "client" ? null : project_count;

/** The panel of an open person leaves less room for columns. */
export function columnsFor(isBeside: boolean, mayEdit: boolean): Column<ListedPerson>[] {
  const columns: Column<ListedPerson>[] = [
    {
      ...sorting("name"),
      label: "Name",
      isMain: true,
      value: ({ name }) => name,
      under: [{ id: "email", label: "Email", value: ({ email }) => email }],
      cell: (person) => (
        <>
          <NameCell person={person} mayEdit={mayEdit} link={<PersonLink person={person} />} />
          <span className={table.subtitle}>{person.email ?? "No email"}</span>
        </>
      ),
    },
    {
      ...sorting("role"),
      label: "Role",
      width: isBeside ? 148 : 168,
      value: ({ role }) => roleLabels[role],
      cell: (person) => (
        <>
          <RoleCell person={person} mayEdit={mayEdit} />
          <span className={table.subtitle}>{roleNote(person)}</span>
        </>
      ),
    },
    {
      ...sorting("state"),
      label: "State",
      width: isBeside ? 152 : 172,
      value: ({ state }) => stateLabels[state],
      cell: (person) => (
        <>
          <StateLabel state={person.state} />
          <span className={table.subtitle}>
            <StateNote person={person} />
          </span>
        </>
      ),
    },
    {
      ...sorting("projects"),
      label: "Projects",
      width: 88,
      isNumber: true,
      value: projectsOf,
      cell: (person) => {
        const count = projectsOf(person);
        return count === null ? null : formatCount(count);
      },
    },
    {
      ...sorting("leads"),
      label: "Projects led",
      width: 88,
      isNumber: true,
      value: ({ led_project_count }) => led_project_count,
      cell: ({ led_project_count: count }) =>
        count > 0 && <span title={`Leads ${countOf(count, "project")}`}>{formatCount(count)}</span>,
    },
  ];
  return columns.filter(({ id }) => id !== "leads" || !isBeside);
}

function PersonLink({ person: { id, name } }: { person: ListedPerson }) {
  return (
    <Link
      id={`person-${id}`}
      to="/settings/people/$personId"
      params={{ personId: id }}
      search={true}
      resetScroll={false}
      className={table.name}
    >
      {name}
    </Link>
  );
}

export const peopleGroups: Grouping<ListedPerson> = {
  keyOf: groupOf,
  compare: compareGroups,
  head: ({ key, rows }) => (
    <>
      {groupLabels[key as keyof typeof groupLabels]}{" "}
      <span className={table.quiet}>{formatCount(rows.length)}</span>
    </>
  ),
};
