import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { countOf, formatCount } from "../../format/numbers.ts";
import card from "../../ui/card.module.css";
import { useWindowRows } from "../../ui/window-rows.ts";
import { RoleLabel, StateLabel } from "./badges.tsx";
import classes from "./people-cards.module.css";
import { type ListedPerson, linesOf, type PeopleGroup } from "./people-view.ts";
import { roleNote, StateNote } from "./person-notes.tsx";

/** The people where a table has no room. */
export function PeopleCards({ groups }: { groups: PeopleGroup[] }) {
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  const shown = useWindowRows({
    list,
    count: lines.length,
    size: (index) => (lines[index]?.person ? 116 : 44),
  });
  return (
    <div ref={list}>
      <div style={{ height: shown.before }} />
      {shown.indexes.map((index) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <div
            key={line.person?.id ?? line.group.key}
            ref={shown.measure}
            data-index={index}
            className={classes.line}
          >
            {line.person ? (
              <PersonCard person={line.person} />
            ) : (
              <div className={classes.group}>
                <h3>{line.group.label}</h3>
                <span className={card.quiet}>{formatCount(line.group.people.length)}</span>
              </div>
            )}
          </div>
        );
      })}
      <div style={{ height: shown.after }} />
    </div>
  );
}

function PersonCard({ person }: { person: ListedPerson }) {
  const facts = [
    roleNote(person),
    person.projectIds.length > 0 && countOf(person.projectIds.length, "project"),
    person.ledProjectIds.length > 0 && `leads ${countOf(person.ledProjectIds.length, "project")}`,
  ].filter(Boolean);
  return (
    <article className={card.card}>
      <h3 className={card.name}>
        <Link
          id={`person-${person.id}`}
          to="/settings/people/$personId"
          params={{ personId: person.id }}
          search={true}
        >
          {person.name}
        </Link>
      </h3>
      <div className={card.quiet}>{person.email ?? "No email"}</div>
      <div className={card.labels}>
        <RoleLabel role={person.role} />
        <span>
          <StateLabel state={person.state} />{" "}
          <span className={card.quiet}>
            <StateNote person={person} />
          </span>
        </span>
      </div>
      {facts.length > 0 && <div className={card.facts}>{facts.join(" · ")}</div>}
    </article>
  );
}
