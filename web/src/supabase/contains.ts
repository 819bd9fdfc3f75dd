/**
 * An ILIKE pattern for PostgREST's `or`, in which the text means itself. Quoted only where it has to
 * be: the embedded stack takes the quotes for a part of the pattern.
 */
export function contains(text: string): string {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return /[,()]/.test(pattern) ? `"${pattern.replace(/[\\"]/g, "\\$&")}"` : pattern;
}
