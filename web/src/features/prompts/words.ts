import type { PromptVersion } from "../../api/routes.ts";

/** The origin of a version, as a line of the list. */
export function originInWords({ origin, restores }: PromptVersion): string {
  switch (origin) {
    case "set":
      return "Base prompt changed";
    case "staged":
      return "Base prompt changed";
    case "rollback":
      return restores ? `Rolled back to version ${restores.number}` : "Rolled back";
    case "learned_rule":
      return "Learned a rule";
    case "base_update":
      return "Base prompt changed by an approved card";
  }
}

/** A version in one line: the rule it learned, or its reason. */
export function detailOf({ origin, rules, note }: PromptVersion): string | null {
  return origin === "learned_rule" ? (rules.at(-1) ?? null) : note;
}

/** A version as the one text that the assistant gets. Comparisons of versions use it. */
export function wholeText({ base, rules }: Pick<PromptVersion, "base" | "rules">): string {
  if (rules.length === 0) return base;
  const list = rules.map((rule, index) => `${index + 1}. ${rule}`).join("\n");
  return `${base}\n\n# Learned rules\n\n${list}`;
}

export const ownerOnly =
  "Only a prompt owner can change the live prompt. An admin chooses prompt owners under Settings, People.";
