/** The list of people. */
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { type Answer, get, type Row, rows, rpc } from "../answers.ts";
import { idOf, people } from "../fixtures/people.ts";
import { personSummaries } from "../fixtures/person-summaries.ts";
import { projects } from "../fixtures/projects.ts";
import { defaultSettings } from "../fixtures/settings.ts";

export const list = "/settings/people";

function row(number: number, name: string, fields: Partial<Row<"people">> = {}): Row<"people"> {
  return {
    id: idOf(5, number),
    user_id: null,
    name,
    email: `${name.split(" ")[0]?.toLowerCase()}@example.test`,
    role: "member",
    is_employee: true,
    is_prompt_owner: false,
    client_id: null,
    version: 1,
    created_at: "2026-05-04T09:00:00+00:00",
    archived_at: null,
    ...fields,
  };
}

/** People in every state, some of them on projects. */
const everybody = [
  ...Object.values(people).map(({ organization: _, ...person }) => ({
    ...row(0, person.name),
    ...person,
    is_employee: person.role !== "client",
    client_id: person.role === "client" ? idOf(2, 1) : null,
  })),
  row(11, "Bela Horvath", { role: "lead" }),
  row(12, "Tove Sandberg", { is_employee: false }),
  row(13, "Rafael Moreno", { archived_at: "2026-09-30T10:00:00Z" }),
  row(14, "Ines Carvalho"),
];
export const ines = idOf(5, 14);

export const invitation = (number: number, person: number, name: string, expires_at: string) => ({
  id: idOf(9, number),
  person_id: idOf(5, person),
  email: `${name}@example.test`,
  invited_by: people.admin.id,
  created_at: "2026-10-01T10:00:00Z",
  expires_at,
  accepted_at: null,
  revoked_at: null,
});

/** Projects of people, by their index in the fixture. */
const memberships: Record<string, number[]> = {
  [idOf(5, 12)]: [0, 1, 2],
  [ines]: [0, 3],
  [people.member.id]: [2],
};

const worksOf = (personId: unknown) =>
  projects
    .map(({ id, name, lead_id }, index) => ({
      id,
      name,
      is_member: memberships[String(personId)]?.includes(index) ?? false,
      is_lead: lead_id === personId,
    }))
    .filter(({ is_member, is_lead }) => is_member || is_lead);

const summary = (person: Row<"people">) => ({
  ...person,
  client_name: person.client_id ? projects[0]?.client_name : undefined,
  project_count: worksOf(person.id).filter(({ is_member }) => is_member).length,
  led_project_count: worksOf(person.id).filter(({ is_lead }) => is_lead).length,
});

export const answers: Answer[] = [
  personSummaries(everybody.map(summary)),
  rows("invitations", [
    invitation(1, 11, "bela", "2026-10-08T10:00:00Z"),
    invitation(2, 14, "ines", "2099-10-08T10:00:00Z"),
  ]),
  rows("audit_events", []),
  rpc("get_person_profile", ({ person_id }: Record<string, unknown>) => ({
    picture: null,
    has_second_factor: false,
    projects: worksOf(person_id),
  })),
  get(settings, { settings: defaultSettings }),
];
