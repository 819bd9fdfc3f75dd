/** The number of project colors in the theme. */
const COLORS = 8;

/** The first project of each color. Two projects share a color only when every color has a project. */
const projectOf = new Map<number, string>();

/** The color of a project, the same on every page until a reload; the project's name is always beside it. */
export function projectColor(projectId: string): string {
  let sum = 0;
  for (const letter of projectId) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  const preferred = sum % COLORS;
  const colors = Array.from({ length: COLORS }, (_, step) => (preferred + step) % COLORS);
  const own =
    colors.find((color) => projectOf.get(color) === projectId) ??
    colors.find((color) => !projectOf.has(color)) ??
    preferred;
  if (!projectOf.has(own)) projectOf.set(own, projectId);
  return `var(--cs-project-${own + 1})`;
}
