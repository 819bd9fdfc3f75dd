/**
 * Finds the parts of a contract or statement of work that a text lacks, in English, German, French and Spanish. The
 * result is a hint for the reader: a scanned appendix may contain such a part. Every document is checked, because a
 * lead may classify it as a contract later.
 */
const PATTERNS = {
  parties:
    /\b(?:by and between|between .{2,200}? and |hereinafter|the (?:parties|client|customer|contractor|supplier|agency|consultant)\b|zwischen .{2,200}? und |nachfolgend|vertragspartei(?:en)?|auftraggeber(?:in)?|auftragnehmer(?:in)?|entre .{2,200}? (?:et|y) |ci-après|el cliente|en adelante)/iu,
  dates:
    /\b(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+)?(?:jan|feb|fév|mar|mär|mrz|apr|avr|abr|may|mai|mayo|jun|juin|jul|juil|aug|aoû|ago|sep|oct|okt|nov|dec|dez|déc|dic|ene)\p{L}*\.?,?\s+(?:de\s+)?\d{4}|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})(?!\d)/iu,
  amounts:
    /(?:[$€£¥]\s?\d|\d\s?[$€£¥]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|AUD|CAD)\s?\d|\d(?:,-|\.-)?\s?(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|AUD|CAD|euros?|dollars?|pounds?|franken)\b)/iu,
  signature:
    /(?:\bsignatures?\b|\bsigned\b|\bin witness whereof\b|\bauthori[sz]ed signatory\b|unterschrift|unterzeichne|\bgezeichnet\b|\bsignée?\b|\bfirma(?:do|da)?\b)/iu,
  scope:
    /(?:\bscope of (?:work|services)\b|\bscope\b|\bdeliverables?\b|\bservices\b|\bstatement of work\b|leistungsumfang|leistungsbeschreibung|leistungsgegenstand|gegenstand de[sr] |\bleistungen\b|\bprestations?\b|\blivrables?\b|\bservicios\b|\bentregables\b)/iu,
} as const;

export type ContractPart = keyof typeof PATTERNS;

const parts = Object.keys(PATTERNS) as ContractPart[];

/** The parts that this text contains, and those that earlier texts of the document contain. */
export function contractParts(text: string, earlierParts: readonly ContractPart[]): ContractPart[] {
  return parts.filter((part) => earlierParts.includes(part) || PATTERNS[part].test(text));
}

/** The flags of the document, such as no_signature. */
export function missingParts(presentParts: readonly ContractPart[]): string[] {
  return parts.filter((part) => !presentParts.includes(part)).map((part) => `no_${part}`);
}
