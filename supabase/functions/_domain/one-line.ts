/** One typed line in one form: composed characters, single spaces, none at the ends. */
export const oneLine = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
