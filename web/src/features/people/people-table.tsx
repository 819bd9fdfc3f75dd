import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { countOf, formatCount } from "../../format/numbers.ts";
import table from "../../ui/list-table.module.css";
import { SortableHead } from "../../ui/sortable-head.tsx";
import { useWindowRows } from "../../ui/window-rows.ts";
import { RoleLabel, StateLabel } from "./badges.tsx";
import classes from "./people-table.module.css";
import { type ListedPerson, linesOf, type PeopleGroup } from "./people-view.ts";
import { roleNote, StateNote } from "./person-notes.tsx";
import type { PeopleSearch, SortKey } from "./search-params.ts";

const columns: { key: SortKey; label: string; className?: string }[] = [
  { key: "name", label: "Name" },
  { key: "role", label: "Role", className: classes.role },
  { key: "state", label: "State", className: classes.state },
  { key: "projects", label: "Projects", className: classes.count },
  { key: "leads", label: "Leads", className: `${classes.count} ${classes.leads}` },
];

const PERSON_HEIGHT = 45;
const GROUP_HEIGHT = 37;

interface Props {
  groups: PeopleGroup[];
  search: PeopleSearch;
  openId: string | undefined;
  onChange: (next: Partial<PeopleSearch>) => void;
}

export function PeopleTable({ groups, search, openId, onChange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  const shown = useWindowRows({
    list: body,
    count: lines.length,
    size: (index) => (lines[index]?.person ? PERSON_HEIGHT : GROUP_HEIGHT),
  });
  return (
    <table className={table.table} aria-rowcount={lines.length + 1}>
      <caption>
        <VisuallyHidden>People with role, state and projects</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, label, className }) => (
            <SortableHead
              key={key}
              label={label}
              className={className}
              direction={search.sort === key ? search.dir : undefined}
              onSort={(dir) => onChange({ sort: key, dir })}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={shown.before} />
        {shown.indexes.map((index) => {
          const line = lines[index];
          if (line?.person) {
            const { person } = line;
            return <PersonRow key={person.id} person={person} isOpen={person.id === openId} />;
          }
          return line && <GroupRow key={line.group.key} group={line.group} />;
        })}
        <Spacer height={shown.after} />
      </tbody>
    </table>
  );
}

/** Stands for the rows out of view. One cell: spanning would add columns where some are hidden. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: "none" }} />
    </tr>
  );
}

function GroupRow({ group }: { group: PeopleGroup }) {
  return (
    <tr className={table.group}>
      <th scope="rowgroup">
        {group.label} <span className={table.quiet}>{formatCount(group.people.length)}</span>
      </th>
      <td className={classes.role} />
      <td className={classes.state} />
      <td className={classes.count} />
      <td className={`${classes.count} ${classes.leads}`} />
    </tr>
  );
}

function PersonRow({ person, isOpen }: { person: ListedPerson; isOpen: boolean }) {
  return (
    <tr
      className={`${table.row} ${classes.person}`}
      data-open={isOpen}
      data-left={person.state === "offboarded"}
    >
      <th scope="row">
        <Link
          id={`person-${person.id}`}
          to="/settings/people/$personId"
          params={{ personId: person.id }}
          search={true}
          resetScroll={false}
          aria-current={isOpen || undefined}
          className={table.name}
        >
          {person.name}
        </Link>
        <span className={table.place}>{person.email ?? "No email"}</span>
      </th>
      <td className={classes.role}>
        <RoleLabel role={person.role} />
        <span className={table.place}>{roleNote(person)}</span>
      </td>
      <td className={classes.state}>
        <StateLabel state={person.state} />
        <span className={table.place}>
          <StateNote person={person} />
        </span>
      </td>
      <td className={classes.count}>
        {person.role === "client" ? null : formatCount(person.projectIds.length)}
      </td>
      <td className={`${classes.count} ${classes.leads}`}>
        {person.ledProjectIds.length > 0 && (
          <span title={`Answers for ${countOf(person.ledProjectIds.length, "project")}`}>
            {formatCount(person.ledProjectIds.length)}
          </span>
        )}
      </td>
    </tr>
  );
}
