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
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Whether two names may belong to one person: they differ only by a typo, an initial or an omitted name. */
export function isSimilarName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [joined, otherJoined] = [a.join(" "), b.join(" ")];
  if (!joined || !otherJoined) return false;
  if (joined === otherJoined) return true;
  const longest = Math.max(joined.length, otherJoined.length);
  if (longest >= 6 && editDistance(joined, otherJoined) <= (longest >= 12 ? 2 : 1)) return true;
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  const rest = [...more];
  let wholeWords = 0;
  for (const word of [...fewer].sort((x, y) => y.length - x.length)) {
    const same = rest.indexOf(word);
    const at = same >= 0 ? same : rest.findIndex((own) => isInitialOf(word, own));
    if (at < 0) return false;
    if (word.length > 1 && same >= 0) wholeWords++;
    rest.splice(at, 1);
  }
  return wholeWords > 0;
}

function isInitialOf(one: string, other: string): boolean {
  return (
    (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))
  );
}

/** People who may be meant by a name and cannot sign in yet, so that an invitation could be theirs. */
export function similarPeople(people: ListedPerson[], name: string): ListedPerson[] {
  return people.filter(
    (person) => !person.user_id && !person.archived_at && isSimilarName(person.name, name),
  );
}
