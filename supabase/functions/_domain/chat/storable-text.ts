/** A model's text without the characters that no text column accepts. */
export function storableText(words: string): string {
  return words.replaceAll("\0", "").toWellFormed();
}
