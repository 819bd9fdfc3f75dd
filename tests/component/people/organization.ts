/** An organization whose people an admin changes, as the service answers for it. */
import type { z } from "zod";
import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  type Access,
  type MergeSummary,
  type PeopleAction,
  people as peopleRoute,
} from "../../../supabase/functions/_domain/identity/people-contract.ts";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { type Answer, get, post, type Row, rows, rpc } from "../answers.ts";
import { idOf, people } from "../fixtures/people.ts";
import { personSummaries } from "../fixtures/person-summaries.ts";
import { projects } from "../fixtures/projects.ts";
import { defaultSettings } from "../fixtures/settings.ts";

type Sent = z.input<typeof peopleRoute.post.response>;
type Refusals = (action: PeopleAction) => AppError | undefined;

export const invitee = { id: idOf(5, 20), name: "Uma Fairbank", email: "uma@example.test" };

/** A person from an imported file, without an email or an account. */
export const importedPerson: Row<"people"> = {
  id: idOf(5, 21),
  name: "M. Example",
  email: null,
  user_id: null,
  role: "member",
  is_employee: true,
  is_prompt_owner: false,
  client_id: null,
  version: 1,
  created_at: "2026-11-18T09:00:00+00:00",
  archived_at: null,
  merged_into_id: null,
};

const merges: z.input<typeof MergeSummary> = {
  survivor: { id: people.member.id, name: people.member.name },
  memberships: 1,
  shared_memberships: 2,
  led_projects: 0,
  tasks: 14,
  time_entries: 212,
  hours: 618.75,
  status_updates: 0,
  earlier_merges: 0,
  invitations: 0,
  gives_email: false,
};

const asLead: z.input<typeof Access> = {
  role: "lead",
  project_count: 6,
  sees_whole_organization: true,
  sees_restricted: true,
  decides_approvals: true,
  owns_prompt: false,
  manages_people: false,
  client: null,
};
const asMember: typeof asLead = {
  ...asLead,
  role: "member",
  project_count: 0,
  sees_whole_organization: false,
  sees_restricted: false,
  decides_approvals: false,
};

/** The people of an organization that an admin changes, and the requests to the route. */
export function organization(refusal: Refusals = () => undefined) {
  const requests: PeopleAction[] = [];
  const directory: Row<"people">[] = Object.values(people).map(
    ({ organization: _, picture_hash: __, ...person }) => ({
      ...person,
      is_employee: person.role !== "client",
      client_id: person.role === "client" ? idOf(2, 1) : null,
      version: 1,
      created_at: "2026-05-04T09:00:00+00:00",
      archived_at: null,
      merged_into_id: null,
    }),
  );
  const open: Row<"invitations">[] = [];

  const profile = { picture: null, has_second_factor: true, projects: [] };

  function apply(action: PeopleAction): Sent {
    requests.push(action);
    const error = refusal(action);
    if (error) throw error;
    switch (action.action) {
      case "invite":
        return {
          action: "invite",
          invitation: {
            id: idOf(9, 1),
            person_id: action.person_id ?? invitee.id,
            token: "0".repeat(64),
            expires_at: "2099-10-08T10:00:00Z",
          },
        };
      case "revoke_invitation":
        open.length = 0;
        return {
          action: "revoke_invitation",
          invitation: { id: action.invitation_id, revoked_at: "2026-11-20T09:00:00Z" },
        };
      case "create_password_link":
        return {
          action: "create_password_link",
          token: "2".repeat(64),
          expires_at: "2099-10-08T10:00:00Z",
          email: directory.find(({ id }) => id === action.person_id)?.email ?? "",
        };
      case "remove_second_factor":
        profile.has_second_factor = false;
        return { action: "remove_second_factor", person_id: action.person_id };
      case "preview": {
        const person = directory.find(({ id }) => id === action.person_id);
        if (action.change.to === "merged") {
          return {
            action: "preview",
            before: { ...asMember, project_count: 2 },
            after: { ...asMember, project_count: 3 },
            gained: [{ id: projects[0]?.id ?? "", name: projects[0]?.name ?? "" }],
            gained_count: 1,
            lost: [],
            lost_count: 0,
            leads: [],
            merge: merges,
          };
        }
        const before = { ...asLead, owns_prompt: person?.is_prompt_owner ?? false };
        const after =
          action.change.to === "prompt_owner"
            ? { ...before, owns_prompt: action.change.is_prompt_owner }
            : action.change.to === "name" || action.change.to === "email"
              ? before
              : asMember;
        return {
          action: "preview",
          before,
          after,
          gained: [],
          gained_count: 0,
          lost: [],
          lost_count: 0,
          leads: [],
        };
      }
      case "change": {
        const person = directory.find(({ id }) => id === action.person_id);
        if (!person) throw new Error("No such person");
        person.version = (person.version ?? 0) + 1;
        if (action.change.to === "prompt_owner")
          person.is_prompt_owner = action.change.is_prompt_owner;
        if (action.change.to === "role") person.role = action.change.role;
        if (action.change.to === "name") person.name = action.change.name;
        if (action.change.to === "email") person.email = action.change.email;
        if (action.change.to === "merged" || action.change.to === "unmerged") {
          const isMerge = action.change.to === "merged";
          person.merged_into_id = action.change.to === "merged" ? action.change.into_id : null;
          person.archived_at = isMerge ? "2026-11-22T09:00:00Z" : null;
        }
        const { user_id: _, created_at: __, ...answer } = person;
        return {
          action: "change",
          person: answer as Extract<Sent, { action: "change" }>["person"],
          leads: [],
        };
      }
      default:
        throw new Error(action.action);
    }
  }

  const answers: Answer[] = [
    post(peopleRoute, ({ body }) => apply(body)),
    personSummaries(() => directory),
    rows("invitations", () => open),
    rows("audit_events", []),
    rpc("get_person_profile", () => profile),
    get(settings, { settings: defaultSettings }),
  ];
  return { answers, requests, directory, open };
}

export const requestedChanges = (requests: PeopleAction[]) =>
  requests.flatMap((action) =>
    action.action === "change" ? [[action.version, action.change]] : [],
  );
