import { anchorOf, type Location, partInWords, partOf } from "./location.ts";

/** A piece of a source as it is read. */
export interface Piece {
  id: string;
  position: number;
  content: string;
  location: Location;
}

/** The content of one page, slide or sheet, or under one heading. */
export interface Part {
  /** Where the address can lead; null where it has no name of its own. */
  anchor: string | null;
  title: string | null;
  pieces: TitledPiece[];
}

interface TitledPiece extends Piece {
  /** Said above the piece where it differs from the one before: a heading, who speaks and when. */
  label: string | null;
}

/** Puts pieces that follow one another under what they have in common. */
export function partsOf(pieces: Piece[]): Part[] {
  const parts: Part[] = [];
  let lastKey: string | undefined;
  let lastLabel: string | null = null;
  for (const piece of pieces) {
    const named = partOf(piece.location);
    const { heading, speaker, at } = piece.location;
    const key = named ? anchorOf(named) : `heading ${heading ?? ""}`;
    if (key !== lastKey) {
      parts.push({
        anchor: named && anchorOf(named),
        title: named ? partInWords(named) : (heading ?? null),
        pieces: [],
      });
      lastLabel = null;
    }
    lastKey = key;
    const label = [named && heading, speaker, at].filter(Boolean).join(", ") || null;
    parts.at(-1)?.pieces.push({ ...piece, label: label === lastLabel ? null : label });
    lastLabel = label;
  }
  return parts;
}
