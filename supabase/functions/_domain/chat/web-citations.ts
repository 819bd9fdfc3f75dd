/**
 * Makes an answer from the web safe to show: addresses appear only in the list of citations, once each, and the text
 * has their numbers. Links and pictures in the text become plain words, because their targets were not checked.
 */
import { visibleText } from "../visible-text.ts";

export interface CitedPage {
  url: string;
  title: string;
  /** Counted as code points. */
  start: number;
  end: number;
}

export interface WebCitation {
  n: number;
  url: string;
  title: string;
}

/** `[words](address)` and `![words](address "title")`, with the brackets that vendors put around it. */
const LINK =
  /!?\[([^[\]\n]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
/** `[word]: address` on a separate line, which turns the word into a link elsewhere. */
const DEFINITION = /^[ \t>]*\[[^[\]\n]+\]:[ \t]*\S+.*$/gm;
const NUMBER = /\s*\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g;
const MAX_TITLE = 300;

export function numberCitations(
  text: string,
  pages: readonly CitedPage[],
): { answer: string; citations: WebCitation[] } {
  const characters = Array.from(text);
  const offsetOf = (index: number) => characters.slice(0, Math.max(index, 0)).join("").length;
  const numbers = new Map<string, WebCitation>();
  const places: { at: number; n: number; url: string }[] = [];
  for (const { url, title, end } of [...pages].sort((a, b) => a.start - b.start)) {
    const address = publicAddress(url);
    if (address === null || !Number.isSafeInteger(end)) continue;
    const citation = numbers.get(address) ?? {
      n: numbers.size + 1,
      url: address,
      title: oneLine(title) || new URL(address).hostname,
    };
    numbers.set(address, citation);
    places.push({ at: offsetOf(end), n: citation.n, url: address });
  }

  let answer = "";
  let from = 0;
  const take = (to: number) => {
    for (const { at, n } of places.filter((citation) => citation.at > from && citation.at <= to)) {
      answer += `${plain(text.slice(from, at))} [${n}]`;
      from = at;
    }
    answer += plain(text.slice(from, to));
    from = to;
  };
  for (const { 0: link, 1: words = "", 2: target = "", index } of text.matchAll(LINK)) {
    take(index);
    const end = index + link.length;
    // A link and a citation of the same address become one number, whether the vendor's mark covers the link or the
    // text around it.
    const citationOfAddress = numbers.get(publicAddress(target) ?? "");
    const placesInLink = places.filter(({ at }) => at > index && at <= end + 1);
    const cites = [
      ...new Set([
        ...(citationOfAddress ? [citationOfAddress.n] : []),
        ...placesInLink.map(({ n }) => n),
      ]),
    ];
    for (const citation of placesInLink) places.splice(places.indexOf(citation), 1);
    if (!link.startsWith("!") && !isAddress(words)) answer += plain(words);
    answer += cites.map((n) => ` [${n}]`).join("");
    from = end;
  }
  take(text.length);
  return { answer: tidy(answer), citations: [...numbers.values()] };
}

/**
 * The address of a web page in its normal form; null for a scheme other than HTTP, and for an address with
 * credentials.
 */
function publicAddress(input: string): string | null {
  if (!URL.canParse(input) || input.length > 2_000) return null;
  const url = new URL(input);
  if (!["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
  // The vendor's own mark would make one page look like two.
  if (url.searchParams.get("utm_source") === "openai") url.searchParams.delete("utm_source");
  return url.href;
}

/** Words that only repeat the target of a link. */
function isAddress(words: string): boolean {
  return /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(words.trim());
}

/** The vendor's own numbers are meaningless here. */
function plain(words: string): string {
  return words.replace(NUMBER, "");
}

function oneLine(words: string): string {
  return visibleText(words).text.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE);
}

/** Removes hidden characters, brackets that were left empty, and repetitions of the same number. */
function tidy(answer: string): string {
  return (
    withoutLinks(visibleText(answer).text)
      .replace(/\(((?:\s*\[\d+\][\s,;]*)+)\)/g, (_, group: string) => group.trim())
      .replace(/(\[\d+\])(?:\s*\1)+/g, "$1")
      .replace(/[ \t]{2,}/g, " ")
      .replace(/\n{3,}/g, "\n\n")
      // The text after a number must not turn it into a link.
      .replace(/(\[\d+\])(?=[(:[])/g, "$1 ")
      .trim()
  );
}

/** Removing a part can join the text around it into a new match, so this repeats until nothing matches. */
function withoutLinks(text: string): string {
  const without = text
    .replace(/(\[\d+\])(?=\()/g, "$1 ")
    .replace(LINK, (link, words: string) => (link.startsWith("!") ? "" : words))
    .replace(DEFINITION, "");
  return without === text ? text : withoutLinks(without);
}
