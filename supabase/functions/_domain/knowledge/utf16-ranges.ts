/** Converts ranges of a text from code points to UTF-16 units. */
export function utf16Ranges(text: string, ranges: [number, number][]): [number, number][] {
  const units = [0];
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length);
  const end = units.length - 1;
  const unitAt = (index: number) => units[Math.min(Math.max(index, 0), end)] ?? text.length;
  return ranges.map(([from, to]) => [unitAt(from), unitAt(to)]);
}
