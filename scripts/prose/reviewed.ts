/** Sentences that a pattern finds and a reviewer has accepted: each belongs to a file and contains the text. */
export const reviewed: { file: string; text: string }[] = [];
