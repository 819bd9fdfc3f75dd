/** How many colours of projects the theme has. */
const COLOURS = 8;

/** The colour of a project, the same one everywhere; its name is always beside it. */
export function projectColour(projectId: string): string {
  let sum = 0;
  for (const letter of projectId) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return `var(--cs-project-${(sum % COLOURS) + 1})`;
}
