/** A model's text without the characters that no text column accepts. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
