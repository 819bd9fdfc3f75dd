import { parseMediaType } from "deno-std/media_types/parse_media_type.js";

/** The type that a header names, without its parameters; empty if the header is malformed. */
export function mediaTypeOf(header: string): string {
  try {
    return parseMediaType(header)[0];
  } catch {
    return "";
  }
}
