import type { ContextSize } from "../../api/chat-routes.ts";
import { explain, ServiceError } from "../../api/service-error.ts";
import { countOf } from "../../format/numbers.ts";
import type { AnswerCitation, Step, Turn } from "./turn.ts";

/** "Based on 6 projects and 14 passages". */
export function scopeInWords({ projects, passages, truncated }: ContextSize): string {
  const from = `Based on ${countOf(projects, "project")} and ${countOf(passages, "passage")}`;
  return truncated ? `${from}; some content was left out to fit the length limit` : from;
}

/** "Looked up 3 things, proposed 1 card". */
export function stepsInWords(steps: Step[]): string {
  const failureCount = steps.filter(({ status }) => status === "failed").length;
  const proposalCount = steps.filter(({ approval_id }) => approval_id).length;
  const otherCount = steps.length - proposalCount;
  const isRunning = steps.some(({ status }) => status === "running");
  const parts = [
    otherCount > 0 && `${isRunning ? "Looking up" : "looked up"} ${countOf(otherCount, "thing")}`,
    proposalCount > 0 && `proposed ${countOf(proposalCount, "card")}`,
    failureCount > 0 && `${failureCount} failed`,
  ].filter((part) => part !== false);
  const words = parts.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const stepNames: Record<string, string> = {
  search: "Searched",
  get_project: "Read a project",
  list_tasks: "Listed tasks",
  get_hours: "Added up hours",
  list_people: "Listed people",
  list_documents: "Listed documents",
  get_health: "Read portfolio health",
  list_skills: "Listed skills",
  read_skill: "Read a skill",
};

/** The assistant's action, by the name of its tool. */
export function stepInWords({ name }: Step): string {
  if (name.startsWith("propose_")) return "Proposed";
  return stepNames[name] ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

export const tableLabels: Record<NonNullable<AnswerCitation["table"]>, string> = {
  projects: "Project",
  tasks: "Task",
  status_updates: "Status update",
  documents: "Document",
  approvals: "Card",
  accounts: "Account",
  people: "Person",
  organizations: "Everything you can see",
  skills: "Skill",
};

/** The sentences that a reader must verify; null if every sentence has a citation. */
export function uncitedInWords({ status, model, uncited, citations }: Turn): string | null {
  if (status !== "done" || model === null || uncited === 0) return null;
  if (citations?.length === 0)
    return "This answer has no source that you can open. Verify it before you rely on it.";
  return uncited === 1
    ? "1 sentence has no source. Verify it before you rely on it."
    : `${countOf(uncited, "sentence")} have no source. Verify them before you rely on them.`;
}

/** Figures that the model calculated, rounded or invented; only a check shows which. */
export function unfoundInWords({ status, unfoundFigures }: Turn): string | null {
  const [only, ...more] = unfoundFigures;
  if (status !== "done" || only === undefined) return null;
  if (more.length === 0) return `${only} isn't in any source we checked. Verify it.`;
  const names = more.length > 7 ? [only, ...more.slice(0, 6), "others"] : [only, ...more];
  return `${names.slice(0, -1).join("; ")} and ${names.at(-1)} aren't in any source we checked. Verify them.`;
}

/** The cited text, between quotation marks if it is a quote. */
export function quoteInWords({ kind, quote }: AnswerCitation): string {
  return kind === "chunk" ? `“${quote}”` : quote;
}

/** Where a citation can be read; null if this reader has no such page. */
export function addressOf(
  { kind, id, source_id, project_id, table }: AnswerCitation,
  isLead: boolean,
): string | null {
  // For a document, the page of the source redirects to that of the document.
  if (kind === "chunk") return source_id ? `/sources/${source_id}?passage=${id}` : null;
  switch (table) {
    case "documents":
      return `/documents/${id}`;
    case "approvals":
      return `/inbox/${id}`;
    case "accounts":
      return `/accounts/${id}`;
    case "people":
      return isLead ? `/settings/people/${id}` : null;
    case "organizations":
      return "/";
    case "skills":
      return "/prompt";
    case "tasks":
      return project_id && `/projects/${project_id}?task=${id}`;
    default:
      return project_id && `/projects/${project_id}`;
  }
}

/** Why there is no answer, or only part of one, and the next step. */
export function endInWords({ status, errorCode }: Turn): { title: string; detail: string } | null {
  if (status === "withheld") {
    return {
      title: "This answer is hidden",
      detail:
        "It uses a source that you can no longer see. Ask again to get an answer from what you can see.",
    };
  }
  if (status === "stopped") {
    return {
      title: "Stopped",
      detail: "The answer wasn't checked against its sources. Ask again for a complete one.",
    };
  }
  if (status === "unfinished") {
    return { title: "This answer is incomplete", detail: "Ask again. Nothing else was lost." };
  }
  if (status !== "failed") return null;
  switch (errorCode) {
    case "connection_lost":
      return {
        title: "The connection was lost",
        detail: "Your question is still here. Check your connection, then ask again.",
      };
    case "model_unavailable":
      return {
        title: "The AI provider isn't responding",
        detail: "Your question is still here. Ask again in a moment.",
      };
    case "model_refused":
      return {
        title: "The AI provider rejected our request",
        detail: "Your question is still here. Ask an admin to check the model configuration.",
      };
    default:
      return { title: "The answer failed", detail: "Your question is still here. Ask again." };
  }
}

/** Why a question was refused. */
export function refusalInWords(error: unknown): { title: string; detail: string } {
  if (error instanceof ServiceError && error.status === 429) {
    const seconds = (error.details as { retry_after_seconds?: unknown } | undefined)
      ?.retry_after_seconds;
    const wait = typeof seconds === "number" ? `in ${countOf(seconds, "second")}` : "in a minute";
    return { title: "Too many questions in a short time", detail: `Ask again ${wait}.` };
  }
  return explain(error);
}
