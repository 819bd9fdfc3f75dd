import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InstantDay } from "../../format/instant.tsx";
import { RoleLabel, StateLabel } from "./badges.tsx";
import type { ListedPerson } from "./people-view.ts";
import classes from "./person-facts.module.css";
import { StateNote } from "./person-notes.tsx";

export function PersonFacts({ person }: { person: ListedPerson }) {
  const isContact = person.role === "client";
  return (
    <dl className={classes.facts}>
      <Fact name="Email">{person.email ?? "None"}</Fact>
      <Fact name="Role">
        <RoleLabel role={person.role} />
      </Fact>
      {isContact && (
        <Fact name="Client">{person.client?.name ?? "A client that you can't see"}</Fact>
      )}
      <Fact name="State">
        <StateLabel state={person.state} />{" "}
        <span className={classes.quiet}>{!person.mergedInto && <StateNote person={person} />}</span>
      </Fact>
      {!isContact && (
        <>
          <Fact name="Employment">{person.is_employee ? "Employee" : "Freelancer"}</Fact>
          <Fact name="Prompt owner">{person.is_prompt_owner ? "Yes" : "No"}</Fact>
        </>
      )}
      {person.mergedInto && (
        <Fact name="Merged into">
          <EntryLink entry={person.mergedInto} />
        </Fact>
      )}
      {person.duplicates.length > 0 && (
        <Fact name="Merged entries">
          {person.duplicates.map((entry) => (
            <div key={entry.id}>
              <EntryLink entry={entry} />
            </div>
          ))}
        </Fact>
      )}
      <Fact name="Added on">
        <InstantDay at={person.created_at} />
      </Fact>
    </dl>
  );
}

function EntryLink({ entry }: { entry: { id: string; name: string } }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/settings/people/$personId"
          params={{ personId: entry.id }}
          search={true}
          resetScroll={false}
          {...props}
        />
      )}
    >
      {entry.name}
    </Anchor>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
