import { anchorOf, type Location, partInWords, partOf } from "./location.ts";

/** A passage of a source on the page. */
export interface Passage {
  id: string;
  position: number;
  content: string;
  location: Location;
}

/** The content of one page, slide or sheet, or under one heading. */
export interface Part {
  /** The fragment of a URL that leads here; null if there is none. */
  anchor: string | null;
  title: string | null;
  passages: TitledPassage[];
}

interface TitledPassage extends Passage {
  /** Shown above the passage if it differs from the previous one: a heading, or speaker and time. */
  label: string | null;
}

/** Groups successive passages by their common heading. */
export function partsOf(passages: Passage[]): Part[] {
  const parts: Part[] = [];
  let lastKey: string | undefined;
  let lastLabel: string | null = null;
  for (const passage of passages) {
    const part = partOf(passage.location);
    const { heading, speaker, at } = passage.location;
    const key = part ? anchorOf(part) : `heading ${heading ?? ""}`;
    if (key !== lastKey) {
      parts.push({
        anchor: part && anchorOf(part),
        title: part ? partInWords(part) : (heading ?? null),
        passages: [],
      });
      lastLabel = null;
    }
    lastKey = key;
    const label = [part && heading, speaker, at].filter(Boolean).join(", ") || null;
    parts.at(-1)?.passages.push({ ...passage, label: label === lastLabel ? null : label });
    lastLabel = label;
  }
  return parts;
}
