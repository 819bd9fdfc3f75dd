import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { countOf } from "../../format/numbers.ts";
import card from "../../ui/card.module.css";
import { StateLabel } from "./badges.tsx";
import type { ListedPerson } from "./people-view.ts";
import { NameCell, RoleCell } from "./person-cells.tsx";
import { roleNote, StateNote } from "./person-notes.tsx";

/** A person as a card, for windows that are too narrow for a table. */
export function PersonCard({
  person,
  mayEdit,
  checkbox,
}: {
  person: ListedPerson;
  mayEdit: boolean;
  /** Selects the person. */
  checkbox: ReactNode;
}) {
  const facts = [
    roleNote(person),
    person.project_count > 0 && countOf(person.project_count, "project"),
    person.led_project_count > 0 && `leads ${countOf(person.led_project_count, "project")}`,
  ].filter(Boolean);
  return (
    <article className={card.card}>
      <div className={card.head}>
        {checkbox}
        <NameCell
          person={person}
          mayEdit={mayEdit}
          link={
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
          }
        />
      </div>
      <div className={card.quiet}>{person.email ?? "No email"}</div>
      <div className={card.labels}>
        <RoleCell person={person} mayEdit={mayEdit} />
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
