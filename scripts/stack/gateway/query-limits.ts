/**
 * Limits on one request to the Data API. An embedded resource multiplies the work of the request, and a
 * regular expression costs the planner as much as its author wants, even where no row is visible.
 */
import { gatewayErrors } from "./gateway-errors.ts";

const MAX_EMBEDS = 5;
const MAX_EMBED_DEPTH = 3;
const MAX_PATTERNS = 2;
const MAX_PATTERN_LENGTH = 200;
const MATCH = /(?:^|[.(,])i?match(?:\((?:any|all)\))?\./gi;
// Counted repetition, back references and look-around compile into large automata.
const COSTLY = /[{}]|\\\d|\(\?/;

/** Throws a GatewayError of 400 for an oversized query. */
export function checkQuery(query: URLSearchParams): void {
  let patterns = 0;
  for (const [name, value] of query) {
    if (name === "select" || name.endsWith(".select")) checkEmbeds(value);
    const count = [...value.matchAll(MATCH)].length;
    if (count === 0) continue;
    patterns += count;
    if (value.length > MAX_PATTERN_LENGTH || COSTLY.test(value)) {
      throw gatewayErrors.queryTooComplex(
        `A regular expression has at most ${MAX_PATTERN_LENGTH} characters, and no braces, back references or look-around. Shorten or simplify it.`,
      );
    }
  }
  if (patterns > MAX_PATTERNS) {
    throw gatewayErrors.queryTooComplex(
      `A request has at most ${MAX_PATTERNS} regular expressions. Remove some, or use ilike.`,
    );
  }
}

function checkEmbeds(select: string): void {
  let embeds = 0;
  let depth = 0;
  for (const [character] of select.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/[()]/g)) {
    depth += character === "(" ? 1 : -1;
    if (character === "(") embeds++;
    if (depth > MAX_EMBED_DEPTH || embeds > MAX_EMBEDS) {
      throw gatewayErrors.queryTooComplex(
        `A request embeds at most ${MAX_EMBEDS} resources, ${MAX_EMBED_DEPTH} deep. Split it into several requests.`,
      );
    }
  }
}
