import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Line, Version } from "../normal-forms.ts";
import { PersonRole } from "./contract.ts";
import { ChangeTeam, PreviewTeam, TeamChange, TeamPreview } from "./team-contract.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Email = z.email("Enter a valid email address").max(320).toLowerCase();

/** A change of a person's rights, for its preview and its execution. */
const RoleChange = z.strictObject({
  to: z.literal("role"),
  role: PersonRole,
  client_id: Id.nullish().describe(
    "The client that the person is a contact of; only for the role client",
  ),
});
const Offboarding = z.strictObject({ to: z.literal("offboarded") });
const Membership = z.strictObject({
  to: z.literal("membership"),
  project_id: Id,
  is_member: z.boolean(),
});
const PromptOwnership = z.strictObject({
  to: z.literal("prompt_owner"),
  is_prompt_owner: z.boolean(),
});
const Renaming = z.strictObject({ to: z.literal("name"), name: Line(200) });
const EmailChange = z.strictObject({
  to: z.literal("email"),
  email: Email.nullable().describe("null removes it, unless an account or invitation uses it"),
});
const Merge = z.strictObject({
  to: z.literal("merged"),
  into_id: Id.describe("The person who remains; the changed person is the duplicate"),
});
const Separation = z.strictObject({ to: z.literal("unmerged") });
export const PersonChange = z.discriminatedUnion("to", [
  RoleChange,
  Offboarding,
  Membership,
  PromptOwnership,
  Renaming,
  EmailChange,
  Merge,
  Separation,
]);
export type PersonChange = z.output<typeof PersonChange>;

export const PeopleAction = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.literal("invite"),
      email: Email,
      name: Line(200),
      role: PersonRole,
      client_id: Id.nullish(),
      person_id: Id.nullish().describe(
        "The person, if already known; without it, the address finds them",
      ),
      project_ids: z
        .array(Id)
        .max(100)
        .optional()
        .describe("Memberships that begin when the invitation is accepted"),
    }),
    z.strictObject({ action: z.literal("revoke_invitation"), invitation_id: Id }),
    z.strictObject({
      action: z.literal("preview"),
      person_id: Id,
      change: PersonChange,
    }),
    z.strictObject({
      action: z.literal("change"),
      person_id: Id,
      version: Version.describe(
        "Version of the person that the caller saw; memberships don't change it",
      ),
      change: PersonChange,
    }),
    z.strictObject({
      action: z.literal("accept_invitation"),
      token: z.string().trim().min(1).max(200),
    }),
    z.strictObject({ action: z.literal("create_password_link"), person_id: Id }),
    z.strictObject({ action: z.literal("remove_second_factor"), person_id: Id }),
    PreviewTeam,
    ChangeTeam,
  ],
  "Specify the action",
);
export type PeopleAction = z.output<typeof PeopleAction>;

/** The access of a person once they sign in. */
export const Access = z.object({
  role: PersonRole.nullable().describe("null: has left, and cannot sign in"),
  project_count: z.int(),
  sees_whole_organization: z.boolean(),
  sees_restricted: z.boolean(),
  decides_approvals: z.boolean(),
  owns_prompt: z.boolean(),
  manages_people: z.boolean(),
  client: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe("The client whose portal they see"),
});

const ProjectName = z.object({ id: Id, name: z.string() });
const LedProjects = z
  .array(ProjectName)
  .describe("Live projects that they lead and would no longer see: these need another lead");

/** The work that a merge moves from the duplicate to the survivor, or that its undo moves back. */
export const MergeSummary = z.object({
  survivor: z.object({ id: Id, name: z.string() }),
  memberships: z.int(),
  shared_memberships: z.int().describe("Projects of which both were members"),
  led_projects: z.int(),
  tasks: z.int(),
  time_entries: z.int(),
  hours: z.number(),
  status_updates: z.int(),
  earlier_merges: z.int(),
  invitations: z.int(),
  gives_email: z.boolean(),
});

export const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  role: PersonRole,
  is_employee: z.boolean(),
  is_prompt_owner: z.boolean(),
  client_id: Id.nullable(),
  version: z.int(),
  archived_at: Instant.nullable(),
  merged_into_id: Id.nullable(),
});

export const people = defineContract({
  slug: "people",
  access: "user",
  post: {
    summary:
      "Invites, changes, merges and offboards people (admin; memberships: admin and lead); accepts an invitation",
    body: PeopleAction,
    response: z.discriminatedUnion("action", [
      z.object({
        action: z.literal("invite"),
        invitation: z.object({
          id: Id,
          person_id: Id,
          token: z.string().describe("Returned only once"),
          expires_at: Instant,
        }),
      }),
      z.object({
        action: z.literal("revoke_invitation"),
        invitation: z.object({ id: Id, revoked_at: Instant }),
      }),
      z.object({
        action: z.literal("preview"),
        before: Access,
        after: Access,
        gained: z.array(ProjectName).describe("The first 100"),
        gained_count: z.int(),
        lost: z.array(ProjectName).describe("The first 100"),
        lost_count: z.int(),
        leads: LedProjects,
        merge: MergeSummary.optional().describe(
          "With a merge, the other fields describe the survivor",
        ),
      }),
      z.object({
        action: z.literal("change"),
        person: Person,
        leads: LedProjects,
        merge: MergeSummary.optional(),
      }),
      z.object({
        action: z.literal("accept_invitation"),
        organization: ProjectName,
      }),
      z.object({
        action: z.literal("create_password_link"),
        token: z.string().describe("Returned only once"),
        expires_at: Instant,
        email: z.string(),
      }),
      z.object({ action: z.literal("remove_second_factor"), person_id: Id }),
      TeamPreview,
      TeamChange,
    ]),
  },
});
