/** The rule of plain language in .github/CONTRIBUTING.md, as far as patterns can find violations. */

export interface Match {
  rule: string;
  sentence: string;
  offset: number;
}

const OPENING = String.raw`^["'“(*_\[]*`;
const QUESTION = String.raw`[\s\S]*\?\W*$`;

const BRITISH =
  /\b(?:(?:colou|behaviou|neighbou|favou)r\w*|(?:recogn|organ|normal|initial|capital|serial|summar|random|author)is(?:e[ds]?|ing|ation)|grey|misspelt)\b/i;

const rules = [
  {
    rule: "begins with of, what or nobody and is not a question",
    expression: new RegExp(`${OPENING}(?:of|what|nobody)\\b(?!${QUESTION})`, "i"),
  },
  {
    rule: "uses stands, holds or tells for is, contains or reports",
    expression:
      /\b(?:stands(?! (?:in )?for\b)|tells(?! [\w ]+ apart\b)|holds(?! (?:\w+ ){0,3}(?:locks?|lease)\b))\b/i,
  },
  { rule: "says whoever instead of naming the person", expression: /\bwhoever\b/i },
  { rule: "says rests on for cites or depends on", expression: /\brests on\b/i },
  {
    rule: "says anew, once more or for ever for again or forever",
    expression: /\b(?:anew|once more|for ever)\b/i,
  },
  { rule: "spells a word the British way", expression: BRITISH },
  { rule: "says nowhere", expression: /\bnowhere\b/i },
  { rule: "separates a percent sign from its number", expression: /(?:\d|x{4,}) %(?!\w)/ },
  { rule: "says that nobody has told", expression: /\bnobody has (?:told|said)\b/i },
  {
    rule: 'uses "is told" where "gets" or "learns" is meant',
    expression: /\b(?:is|are|was|were) told\b(?! apart)/i,
  },
  { rule: "says in force for current or live", expression: /\bin force\b/i },
  { rule: "says that is none for invalid", expression: /\b(?:that|what) is none\b/i },
];

/** A test name that begins like this continues the name above it. */
const CONTINUATION = /^(?:and|nor|so that|which|but) /;

const PARTICIPLES = new Set(["said", "told", "kept", "given"]);
/** These are clear in the name of a function or type, such as `FoundRow`. */
const PARTICIPLES_ALONE = new Set([...PARTICIPLES, "found", "made", "asked"]);

/** The sentences of a text that break a rule. */
export function matchesInText(text: string, isTestName = false): Match[] {
  const matches = sentencesOf(text).flatMap(({ sentence, offset }) =>
    rules
      .filter(({ expression }) => expression.test(sentence))
      .map(({ rule }) => ({ rule, sentence, offset })),
  );
  if (isTestName && CONTINUATION.test(text)) {
    matches.push({ rule: "continues the test name above it", sentence: text, offset: 0 });
  }
  return matches;
}

/** The name of a variable must not be a participle alone; functions and types must not contain one. */
export function isParticiple(name: string, kind: "variable" | "function or type"): boolean {
  const words = name
    .replace(/^v_/, "")
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
  return kind === "variable"
    ? words.length === 1 && PARTICIPLES_ALONE.has(words[0] ?? "")
    : words.some((word) => PARTICIPLES.has(word));
}

/** Matches every file in which a rule could be broken; the others need no parsing. */
export const MAY_MATCH =
  /["'`](?:and|nor|so that|which|but) |[\d}] %|\b(?:[Ww]hoever|[Nn]obody|[Ss]tands|[Hh]olds|[Tt]ells|[Nn]owhere|[Aa]new|[Oo]nce more|[Ff]or ever|[Rr]ests on|(?:is|are|was|were|Is|Are|Was|Were) told|[Ii]n force|(?:that|what) is none|Of|What|v_said|v_told|v_kept|v_given|v_found|v_made|v_asked)\b|(?:const |let |[[({,]\s*)(?:found|made|asked)\b|(?:["'`>*-]|\/\/)\s*(?:of|what)\b|(?:[Ss]aid|[Tt]old|[Kk]ept|[Gg]iven)(?![a-z])|\b(?:SAID|TOLD|KEPT|GIVEN)\b|[CcFf](?:ol|av)our|ehaviour|eighbour|(?:ogn|gan|mal|tial|tal|ial|mar|dom|hor)is[eia]|\b(?:[Gg]rey|[Mm]isspelt)\b/;

function sentencesOf(text: string): { sentence: string; offset: number }[] {
  const sentences: { sentence: string; offset: number }[] = [];
  let start = 0;
  const endAt = (end: number) => {
    const part = text.slice(start, end);
    const sentence = part.trim();
    if (sentence !== "") {
      sentences.push({ sentence, offset: start + part.indexOf(sentence) });
    }
    start = end;
  };
  for (const { index, 0: mark } of text.matchAll(/[.!?](?=["')\]*]*\s)|\n[ \t]*\n/g)) {
    endAt(index + mark.length);
  }
  endAt(text.length);
  return sentences;
}
