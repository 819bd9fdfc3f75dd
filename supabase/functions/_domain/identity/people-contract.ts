import { z } from "zod";
import { defineContract, Id } from "../contract.ts";
import { Line, Version } from "../normal-forms.ts";
import { PersonRole } from "./contract.ts";

const Instant = z.string().describe("Instant with offset, ISO 8601");
const Email = z.email("Enter a valid email address").max(320).toLowerCase();

/** A change of what somebody may do, as it is previewed and as it is made. */
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
export const PersonChange = z.discriminatedUnion("to", [
  RoleChange,
  Offboarding,
  Membership,
  PromptOwnership,
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
  ],
  "Name the action",
);
export type PeopleAction = z.output<typeof PeopleAction>;

/** What a person could see and do, once they sign in. */
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
const Leads = z
  .array(ProjectName)
  .describe("Live projects that they lead and would no longer see: these need another lead");

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
});

export const people = defineContract({
  slug: "people",
  access: "user",
  post: {
    summary:
      "Invites, changes and offboards people (admin; memberships: admin and lead); accepts an invitation",
    body: PeopleAction,
    response: z.discriminatedUnion("action", [
      z.object({
        action: z.literal("invite"),
        invitation: z.object({
          id: Id,
          person_id: Id,
          token: z.string().describe("Shown only here"),
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
        leads: Leads,
      }),
      z.object({ action: z.literal("change"), person: Person, leads: Leads }),
      z.object({
        action: z.literal("accept_invitation"),
        organization: ProjectName,
      }),
    ]),
  },
});
