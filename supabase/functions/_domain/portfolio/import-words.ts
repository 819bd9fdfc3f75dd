/** Words of other tools, and their meaning for a project or a task. A mapping can define more. */
const statusWords = new Map<string, readonly string[]>(
  Object.entries({
    abandoned: ["cancelled"],
    assigned: ["open"],
    awaiting: ["blocked"],
    backlog: ["planned", "open"],
    canceled: ["cancelled"],
    closed: ["completed", "done"],
    code_review: ["in_progress"],
    complete: ["completed", "done"],
    completed: ["done"],
    declined: ["cancelled"],
    doing: ["active", "in_progress"],
    done: ["completed"],
    duplicate: ["cancelled"],
    finished: ["completed", "done"],
    in_development: ["in_progress"],
    in_qa: ["in_progress"],
    in_review: ["active", "in_progress"],
    in_testing: ["in_progress"],
    new: ["planned", "open"],
    not_started: ["planned", "open"],
    on_hold: ["blocked"],
    paused: ["on_hold", "blocked"],
    ready: ["open"],
    ready_for_development: ["open"],
    rejected: ["cancelled"],
    released: ["completed", "done"],
    reopened: ["open"],
    resolved: ["done"],
    review: ["in_progress"],
    selected_for_development: ["open"],
    started: ["active", "in_progress"],
    testing: ["in_progress"],
    todo: ["open"],
    to_do: ["open"],
    triage: ["open"],
    under_review: ["in_progress"],
    unstarted: ["planned", "open"],
    waiting: ["on_hold", "blocked"],
    "won't_do": ["cancelled"],
    "won't_fix": ["cancelled"],
    working_on_it: ["in_progress"],
  }),
);

/** The status for a word, among those allowed. */
export function statusOf<Status extends string>(
  text: string,
  statuses: readonly Status[],
): Status | undefined {
  const word = plain(text);
  return [word, ...(statusWords.get(word) ?? [])].find((candidate): candidate is Status =>
    (statuses as readonly string[]).includes(candidate),
  );
}

/** Our priorities, from the most to the least urgent. */
export const priorityLabels = ["Highest", "High", "Medium", "Low", "Lowest"] as const;

const priorityWords: readonly (readonly string[])[] = [
  ["highest", "blocker", "urgent", "immediate", "p1"],
  ["high", "critical", "p2"],
  ["medium", "normal", "major", "moderate", "p3"],
  ["low", "minor", "p4"],
  ["lowest", "trivial", "p5"],
];
const noPriority = ["none", "no_priority", "not_set", "unset", "null"];

/** The number of a priority, 1 being the most urgent; null for a word that means no priority. */
export function priorityOf(text: string): number | null | undefined {
  const word = plain(text);
  if (noPriority.includes(word)) return null;
  const index = priorityWords.findIndex((words) => words.includes(word));
  return index < 0 ? undefined : index + 1;
}

/** Whether a cell answers a question instead of naming a person. */
export function isYesOrNo(text: string): boolean {
  return ["yes", "no", "y", "n", "true", "false"].includes(text.toLowerCase());
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\s_-]+/g, "_");
}
