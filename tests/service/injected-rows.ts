/** Stores injections in the texts of an organization. */
import { randomUUID } from "node:crypto";
import { addPassage } from "../support/chat-library.ts";
import { owner } from "../support/database.ts";
import type { Injection } from "../support/injection-corpus.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

/** The fields that contain injections, in turn: the nth injection is in field n modulo their number. */
const FIELDS = [
  "document",
  "meeting",
  "question",
  "skill",
  "project",
  "summary",
  "task",
  "status",
] as const;
export const injectionsIn = (corpus: Injection[], field: (typeof FIELDS)[number]) =>
  corpus.filter((_, n) => FIELDS[n % FIELDS.length] === field);

const onOneLine = ({ text }: Injection) => text.replace(/\s+/g, " ").slice(0, 190);

/**
 * Stores each injection in its field, in projects that both the member and the lead can see. Returns the ids of the
 * projects. Questions are not stored: a test asks them.
 */
export async function placeInjections(
  own: OwnOrganization,
  corpus: Injection[],
): Promise<string[]> {
  const projectIds: string[] = [];
  const [documents, meetings, names, summaries, tasks, statuses] = (
    ["document", "meeting", "project", "summary", "task", "status"] as const
  ).map((field) => injectionsIn(corpus, field)) as [
    Injection[],
    Injection[],
    Injection[],
    Injection[],
    Injection[],
    Injection[],
  ];
  for (const [n, name] of names.entries()) {
    const project_id = randomUUID();
    projectIds.push(project_id);
    const ids = { organization_id: own.id, project_id };
    await owner`insert into public.projects ${owner({
      id: project_id,
      organization_id: own.id,
      account_id: own.accountId,
      name: onOneLine(name),
      summary: summaries[n]?.text ?? "",
      status: "active",
    })}`;
    await owner`insert into public.project_members ${owner({ ...ids, person_id: own.people.member.id })}`;
    await owner`insert into public.tasks ${owner({ ...ids, title: onOneLine(tasks[n] as Injection) })}`;
    await owner`insert into public.status_updates ${owner({
      ...ids,
      author_id: own.people.lead.id,
      health: "on_track",
      summary: statuses[n]?.text ?? "",
    })}`;
    await addPassage(own.id, project_id, {
      kind: "document",
      title: "Brief",
      content: documents[n]?.text ?? "",
    });
    await addPassage(own.id, project_id, {
      kind: "meeting",
      title: "Call",
      content: meetings[n]?.text ?? "",
    });
  }
  await owner`update public.people set is_prompt_owner = true where id = ${own.people.admin.id}`;
  await Promise.all(injectionsIn(corpus, "skill").map((injection) => addSkill(own, injection)));
  return projectIds;
}

/** A skill needs an executed card with the same text. */
async function addSkill(own: OwnOrganization, { order, text }: Injection): Promise<void> {
  const by = own.people.admin.id;
  const [card, skill_id, version_id] = [randomUUID(), randomUUID(), randomUUID()];
  const payload = { name: order, title: "Skill", content: text };
  await owner.begin(async (sql) => {
    await sql`
      insert into public.approvals (id, organization_id, kind, title, payload, payload_hash, proposer, proposed_by)
      values (${card}, ${own.id}, 'skill_update', 'Skill', ${sql.json(payload)}, '', 'person', ${own.people.lead.id})`;
    await sql`
      update public.approvals set status = 'approved', decided_by = ${by}, decided_at = now(),
        decided_version = version, decided_hash = payload_hash where id = ${card}`;
    await sql`
      update public.approvals set status = 'executing', execution_requested_by = ${by},
        execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1 where id = ${card}`;
    await sql`insert into public.skills (id, organization_id, name) values (${skill_id}, ${own.id}, ${order})`;
    await sql`
      insert into public.skill_versions (
        id, organization_id, skill_id, number, title, content, approval_id, created_by)
      values (${version_id}, ${own.id}, ${skill_id}, 1, 'Skill', ${text}, ${card}, ${by})`;
    await sql`update public.skills set live_version_id = ${version_id} where id = ${skill_id}`;
    await sql`
      update public.approvals set status = 'executed', executed_at = now(), execution_job_id = null,
        result = jsonb_build_object('table', 'skill_versions', 'id', ${version_id}::text) where id = ${card}`;
  });
}
