/**
 * An ILIKE pattern for PostgREST's `or`, in which the text has no special meaning. Quoted only if necessary,
 * because the embedded stack treats the quotes as a part of the pattern.
 */
export function contains(text: string): string {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return /[,()]/.test(pattern) ? `"${pattern.replace(/[\\"]/g, "\\$&")}"` : pattern;
}
