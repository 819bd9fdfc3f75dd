import { queryOptions, skipToken } from "@tanstack/react-query";
import { actOnPeople, type ChangePreview, type PersonChange } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { type Enums, type Rows, read, readAll, supabase } from "../../supabase/client.ts";

export type PersonRole = Enums["person_role"];

export type PersonRow = Pick<
  Rows["people"],
  | "id"
  | "name"
  | "email"
  | "role"
  | "is_employee"
  | "is_prompt_owner"
  | "client_id"
  | "user_id"
  | "version"
  | "created_at"
  | "archived_at"
  | "merged_into_id"
> & {
  /** The client of a contact, unless the viewer may not see it. */
  client: { name: string } | null;
  /** Live projects that they are a member of. */
  project_count: number;
  /** Live projects that they lead. */
  led_project_count: number;
};

interface PeoplePage {
  columns: string[];
  rows: unknown[][];
  clients: Record<string, string>;
  has_more: boolean;
}

/** Everyone in the viewer's organization with their client and numbers of projects, including offboarded people. */
export const peopleRows = queryOptions({
  queryKey: ["people-rows"],
  queryFn: async ({ signal }): Promise<PersonRow[]> => {
    const people: PersonRow[] = [];
    let hasMore = true;
    while (hasMore) {
      const last = people.at(-1);
      const query = supabase().rpc("list_person_summaries", last ? { after_id: last.id } : {});
      const page = (await read(query.abortSignal(signal))).data as unknown as PeoplePage;
      for (const row of page.rows) {
        const person = Object.fromEntries(
          page.columns.map((column, index) => [column, row[index]]),
        );
        const client = page.clients[String(person["client_id"])];
        people.push({
          ...person,
          client: client === undefined ? null : { name: client },
        } as PersonRow);
      }
      hasMore = page.has_more;
    }
    return people;
  },
});

/** Names by id, from the rows that the pages about people read anyway. */
export const namesOfPeople = queryOptions({
  ...peopleRows,
  select: (people) => new Map(people.map(({ id, name }) => [id, name])),
});

export type Invitation = Pick<
  Rows["invitations"],
  "id" | "person_id" | "email" | "invited_by" | "project_ids" | "created_at" | "expires_at"
>;

/** Invitations that are neither accepted nor revoked, by person. Leads get none. */
export const openInvitations = queryOptions({
  queryKey: ["open-invitations"],
  queryFn: async ({ signal }) => {
    const open: Invitation[] = await readAll((from, to) =>
      supabase()
        .from("invitations")
        .select("id, person_id, email, invited_by, project_ids, created_at, expires_at")
        .is("accepted_at", null)
        .is("revoked_at", null)
        .order("id")
        .range(from, to)
        .abortSignal(signal),
    );
    return new Map(open.map((invitation) => [invitation.person_id, invitation]));
  },
});

export const clients = queryOptions({
  queryKey: ["clients"],
  queryFn: ({ signal }) =>
    readAll((from, to) =>
      supabase()
        .from("clients")
        .select("id, name, archived_at")
        .order("name")
        .order("id")
        .range(from, to)
        .abortSignal(signal),
    ),
});

const LATEST_EVENTS = 20;

export type AuditEvent = Pick<
  Rows["audit_events"],
  "id" | "occurred_at" | "actor_person_id" | "action" | "project_id" | "before" | "after"
>;

/** The changes to a person, including their merged entries, newest first. */
export const eventsAbout = (personIds: string[]) =>
  queryOptions({
    queryKey: ["events-about", personIds],
    queryFn: async ({ signal }): Promise<AuditEvent[]> =>
      (
        await read(
          supabase()
            .from("audit_events")
            .select("id, occurred_at, actor_person_id, action, project_id, before, after")
            .in("object_id", personIds)
            .neq("action", "view_as.read")
            .order("occurred_at", { ascending: false })
            .order("id")
            .limit(LATEST_EVENTS)
            .abortSignal(signal),
        )
      ).data,
  });

/** The effect that a change would have. It is computed again for every version of the person. */
export const changePreview = (
  person: Pick<PersonRow, "id" | "version">,
  change: PersonChange | null,
) =>
  queryOptions({
    queryKey: ["person-change-preview", person.id, person.version, change],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: change
      ? () => actOnPeople({ action: "preview", person_id: person.id, change })
      : skipToken,
  });

interface RolePreview {
  preview?: ChangePreview;
  /** Why the service would refuse the change. */
  refusal?: string;
}

/** The effect of a role on each of these people, in their order; no role shows nothing. */
export const rolePreviews = (
  people: Pick<PersonRow, "id" | "version">[],
  role: PersonRole | "",
  onChecked: (count: number) => void,
) =>
  queryOptions({
    queryKey: ["form", "role-previews", role, people.map(({ id, version }) => [id, version])],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: role
      ? async ({ signal }) => {
          const previews: RolePreview[] = [];
          for (const { id } of people) {
            signal.throwIfAborted();
            previews.push(await rolePreview(id, role));
            onChecked(previews.length);
          }
          return previews;
        }
      : skipToken,
  });

async function rolePreview(person_id: string, role: PersonRole): Promise<RolePreview> {
  try {
    return {
      preview: await actOnPeople({ action: "preview", person_id, change: { to: "role", role } }),
    };
  } catch (error) {
    // Only a state of this person is a reason; anything else concerns all of them.
    if (error instanceof ServiceError && error.status === 409) return { refusal: error.message };
    throw error;
  }
}
