import type { ContextSize } from "../../api/chat-routes.ts";
import { explain, ServiceError } from "../../api/service-error.ts";
import { countOf } from "../../format/numbers.ts";
import type { Cited, Step, Turn } from "./turn.ts";

/** "From 6 projects and 14 passages". */
export function scopeInWords({ projects, passages, truncated }: ContextSize): string {
  const from = `From ${countOf(projects, "project")} and ${countOf(passages, "passage")}`;
  return truncated ? `${from}; some of what you may see was left out for length` : from;
}

/** "Looked up 3 things, proposed 1 card". */
export function stepsInWords(steps: Step[]): string {
  const failed = steps.filter(({ status }) => status === "failed").length;
  const proposed = steps.filter(({ approval_id }) => approval_id).length;
  const others = steps.length - proposed;
  const running = steps.some(({ status }) => status === "running");
  const said = [
    others > 0 && `${running ? "Looking up" : "looked up"} ${countOf(others, "thing")}`,
    proposed > 0 && `proposed ${countOf(proposed, "card")}`,
    failed > 0 && `${failed} without an answer`,
  ].filter((part) => part !== false);
  const words = said.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const stepNames: Record<string, string> = {
  search: "Searched",
  get_project: "Read a project",
  list_tasks: "Listed tasks",
  get_hours: "Added up hours",
  list_people: "Listed people",
  list_documents: "Listed documents",
  get_health: "Read the health of the portfolio",
  list_skills: "Listed skills",
  read_skill: "Read a skill",
};

/** What the assistant did, by the name of its tool. */
export function stepInWords({ name }: Step): string {
  if (name.startsWith("propose_")) return "Proposed";
  return stepNames[name] ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

/** What a reader must check for themselves; null where every sentence cites. */
export function uncitedInWords({ status, model, uncited, citations }: Turn): string | null {
  if (status !== "done" || model === null || uncited === 0) return null;
  if (citations?.length === 0) return "Nothing in this answer rests on a source you can open.";
  return uncited === 1
    ? "1 sentence cites nothing: check it before you rely on it."
    : `${countOf(uncited, "sentence")} cite nothing: check them before you rely on them.`;
}

/** Where a citation can be read; null where there is no such place for this reader. */
export function addressOf(
  { kind, id, source_id, project_id, table }: Cited,
  isLead: boolean,
): string | null {
  // The page of a source leads on to that of a document.
  if (kind === "chunk") return source_id ? `/sources/${source_id}?chunk=${id}` : null;
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

/** Why there is no answer, or no whole one, and what was kept. */
export function endInWords({ status, errorCode }: Turn): { title: string; detail: string } | null {
  if (status === "withheld") {
    return {
      title: "This answer is not shown",
      detail: "It rests on something that you may see no more.",
    };
  }
  if (status === "stopped") {
    return { title: "Stopped", detail: "Nothing in it was checked against its sources." };
  }
  if (status === "unfinished") {
    return { title: "This answer was never finished", detail: "Ask again; nothing else was lost." };
  }
  if (status !== "failed") return null;
  switch (errorCode) {
    case "connection_lost":
      return {
        title: "The connection was lost",
        detail: "Your question is kept. Check your connection, then ask again.",
      };
    case "model_unavailable":
      return {
        title: "The model does not answer just now",
        detail: "Your question is kept. Ask again in a moment.",
      };
    case "model_refused":
      return {
        title: "The model refuses this service",
        detail: "Your question is kept. An admin has to look at the configuration of the model.",
      };
    default:
      return { title: "The answer failed", detail: "Your question is kept. Ask again." };
  }
}

/** Why a question was not taken. */
export function refusalInWords(error: unknown): { title: string; detail: string } {
  if (error instanceof ServiceError && error.status === 429) {
    const seconds = (error.details as { retry_after_seconds?: unknown } | undefined)
      ?.retry_after_seconds;
    const wait = typeof seconds === "number" ? `in ${countOf(seconds, "second")}` : "in a minute";
    return { title: "Too many questions in a short time", detail: `Ask again ${wait}.` };
  }
  return explain(error);
}
