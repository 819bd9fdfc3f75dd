/** A reason or message of the service, which ends without a full stop, as a sentence of its own. */
export function asSentence(text: string): string {
  const sentence = text.trim();
  return sentence === "" || /[.!?…:]["'”’)]?$/.test(sentence) ? sentence : `${sentence}.`;
}
