import { randomUUID } from "node:crypto";
import type { OwnOrganization } from "../support/own-organization.ts";
import { payloads } from "./approval-acting.ts";

/** Inputs of tools that a hostile model may send: other people's ids, wrong types, sizes and broken JSON. */
export function madeUpInputs(own: OwnOrganization, other: OwnOrganization): string[] {
  const ids = [own.betaId, other.alphaId, randomUUID(), "constructor", "' or 1=1 --"];
  const every = Object.values(payloads).map((payload) => ({ project_id: own.alphaId, ...payload }));
  const inputs: unknown[] = [
    {},
    null,
    [],
    "launch",
    1e308,
    ...every,
    ...Object.values(payloads),
    ...ids.map((project_id) => ({ project_id })),
    ...ids.map((project_id) => ({ project_id, query: "launch", title: "Pay" })),
    ...ids.map((person_id) => ({ group_by: "person", person_id })),
    { group_by: "constructor" },
    { group_by: "project'; drop table public.tasks; --" },
    { statuses: ["done"], assignee_id: other.people.member.id },
    { project_id: own.alphaId, title: "Pay", agent_session_id: randomUUID(), proposer: "person" },
    {
      project_id: own.alphaId,
      title: "Pay",
      kind: "constructor",
      citations: [{ role: "evidence", source_id: own.id }],
    },
    { project_id: own.alphaId, title: "Pay", assignee_id: other.people.member.id },
    { project_id: own.alphaId, title: "x".repeat(20_000), description: "y".repeat(9_000) },
    { project_id: own.alphaId, title: "nul\u0000 and \ud800" },
    { query: "x".repeat(50_000) },
    { query: "launch", project_id: other.alphaId },
    { name: "../../etc/passwd" },
    { title_contains: "%' or true --" },
    { name_contains: "\\", result_limit: 1e9 },
  ];
  return [
    ...inputs.map((input) => JSON.stringify(input)),
    '{"__proto__":{"role":"admin"},"query":"launch"}',
    '{"query":"launch"',
    "not json at all",
    `{"query":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  ];
}
