/** First letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => word?.charAt(0) ?? "")
    .join("")
    .toUpperCase();
}
