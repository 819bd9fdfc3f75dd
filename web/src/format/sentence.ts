/** A reason or message of the service as a sentence, with the full stop that it lacks. */
export function asSentence(text: string): string {
  const sentence = text.trim();
  return sentence === "" || /[.!?…:]["'”’)]?$/.test(sentence) ? sentence : `${sentence}.`;
}

// British English writes no comma before "and", like the texts of the console.
const conjunction = new Intl.ListFormat("en-GB");

/** "Hours, events and meetings". */
export function listInWords(items: string[]): string {
  return conjunction.format(items);
}
