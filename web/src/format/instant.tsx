import { formatInstant, formatInstantInFull } from "./dates.ts";

/** An instant as a reader says it; the full date with the time zone on hover. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatInstantInFull(at)}>
      {formatInstant(at)}
    </time>
  );
}
