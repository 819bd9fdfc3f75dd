import { InstantDay } from "../../format/instant.tsx";
import type { ListedPerson } from "./people-view.ts";

/** What a role does not say by itself. */
export function roleNote(person: ListedPerson): string {
  return [
    person.clientName,
    person.is_prompt_owner && "Prompt owner",
    person.role !== "client" && !person.is_employee && "Freelancer",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Until or since when a state holds. */
export function StateNote({ person }: { person: ListedPerson }) {
  const { state, invitation, archived_at } = person;
  if (state === "invited" && invitation) {
    return (
      <>
        until <InstantDay at={invitation.expires_at} />
      </>
    );
  }
  if (state === "expired" && invitation) {
    return (
      <>
        on <InstantDay at={invitation.expires_at} />
      </>
    );
  }
  if (state === "offboarded" && archived_at) {
    return (
      <>
        on <InstantDay at={archived_at} />
      </>
    );
  }
  return null;
}
