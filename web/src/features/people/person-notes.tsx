import { InstantDay } from "../../format/instant.tsx";
import type { ListedPerson } from "./people-view.ts";

/** Facts that the name of the role does not include. */
export function roleNote(person: ListedPerson): string {
  return [
    person.client?.name,
    person.is_prompt_owner && "Prompt owner",
    person.role !== "client" && !person.is_employee && "Freelancer",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** When a person's state began or ends. */
export function StateNote({ person }: { person: ListedPerson }) {
  const { state, invitation, archived_at, mergedInto } = person;
  if (state === "merged") return mergedInto ? <>into {mergedInto.name}</> : null;
  if (state === "offboarded") return <Since word="on" at={archived_at} />;
  if (state === "expired") return <Since word="on" at={invitation?.expires_at} />;
  if (state === "invited") return <Since word="until" at={invitation?.expires_at} />;
  return null;
}

function Since({ word, at }: { word: string; at: string | null | undefined }) {
  if (!at) return null;
  return (
    <>
      {word} <InstantDay at={at} />
    </>
  );
}
