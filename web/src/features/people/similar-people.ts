import type { ListedPerson } from "./people-view.ts";

/** The words of a name without case, accents and punctuation, in one order: "Vale, Róbin" is "robin vale". */
function wordsOf(name: string): string[] {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort();
}

/** The number of letters to change, add or remove to turn one text into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replacement = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replacement, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Whether two names may belong to one person: they differ only by a typo, an initial or an omitted name. */
export function isSimilarName(a: string, b: string): boolean {
  const [words, otherWords] = [wordsOf(a), wordsOf(b)];
  const [text, otherText] = [words.join(" "), otherWords.join(" ")];
  if (!text || !otherText) return false;
  if (text === otherText) return true;
  const longest = Math.max(text.length, otherText.length);
  if (longest >= 6 && editDistance(text, otherText) <= (longest >= 12 ? 2 : 1)) return true;
  const [fewer, more] =
    words.length <= otherWords.length ? [words, otherWords] : [otherWords, words];
  const remainingWords = [...more];
  let wholeWords = 0;
  for (const word of [...fewer].sort((x, y) => y.length - x.length)) {
    const exactIndex = remainingWords.indexOf(word);
    const index =
      exactIndex >= 0
        ? exactIndex
        : remainingWords.findIndex((candidate) => isInitialOf(word, candidate));
    if (index < 0) return false;
    if (word.length > 1 && exactIndex >= 0) wholeWords++;
    remainingWords.splice(index, 1);
  }
  return wholeWords > 0;
}

function isInitialOf(a: string, b: string): boolean {
  return (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));
}

/** People who may be meant by a name and cannot sign in yet, so that an invitation could be theirs. */
export function similarPeople(people: ListedPerson[], name: string): ListedPerson[] {
  return people.filter(
    (person) => !person.user_id && !person.archived_at && isSimilarName(person.name, name),
  );
}
