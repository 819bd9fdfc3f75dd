/** How many colors of projects the theme has. */
const COLORS = 8;

/** The project of each color in use. Two projects share a color only when all colors are taken. */
const taken = new Map<number, string>();

/** The color of a project, the same one on every page; its name is always beside it. */
export function projectColor(projectId: string): string {
  let sum = 0;
  for (const letter of projectId) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  const preferred = sum % COLORS;
  const places = Array.from({ length: COLORS }, (_, step) => (preferred + step) % COLORS);
  const own =
    places.find((place) => taken.get(place) === projectId) ??
    places.find((place) => !taken.has(place)) ??
    preferred;
  if (!taken.has(own)) taken.set(own, projectId);
  return `var(--cs-project-${own + 1})`;
}
