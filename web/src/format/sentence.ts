/** A reason or message of the service as a sentence, with the full stop that it lacks. */
export function asSentence(text: string): string {
  const sentence = text.trim();
  return sentence === "" || /[.!?…:]["'”’)]?$/.test(sentence) ? sentence : `${sentence}.`;
}
