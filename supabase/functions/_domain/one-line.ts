/** Normalizes a typed line: composed characters, single spaces, and no space at the ends. */
export const oneLine = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
