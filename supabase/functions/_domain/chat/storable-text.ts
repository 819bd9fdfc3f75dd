/** A model's words as a database can keep them: without the characters that no text column takes. */
export function storableText(words: string): string {
  return words.replaceAll("\0", "").toWellFormed();
}
