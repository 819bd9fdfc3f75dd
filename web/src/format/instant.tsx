import { formatInstant, formatInstantDay, formatInstantInFull } from "./dates.ts";

/** An instant for a reader; the full date with the time zone on hover. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatInstantInFull(at)}>
      {formatInstant(at)}
    </time>
  );
}

/** The day of an instant; the full date with the time zone on hover. */
export function InstantDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatInstantInFull(at)}>
      {formatInstantDay(at)}
    </time>
  );
}
