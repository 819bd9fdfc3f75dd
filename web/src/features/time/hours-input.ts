type Parsed = { hours: number; problem?: never } | { hours?: never; problem: string };

const FORMS = "Enter hours as 1:30, 1.5 or 1,5.";

/** Parses typed hours: "1:30", "1.5", "1,5" or "8"; an empty text is 0. */
export function parseHours(text: string): Parsed {
  const input = text.trim();
  if (input === "") return { hours: 0 };
  const clock = /^(\d{0,2}):(\d{1,2})$/.exec(input);
  const decimal = /^\d*[.,]?\d*$/.test(input) && /\d/.test(input);
  if (clock && Number(clock[2]) > 59) return { problem: "Enter 0 to 59 minutes, such as 1:30." };
  if (!clock && !decimal) return { problem: FORMS };
  const exact = clock
    ? Number(clock[1]) + Number(clock[2]) / 60
    : Number(input.replace(",", ".").replace(/\.$/, ""));
  const hours = Math.round(exact * 100) / 100;
  if (hours > 24) return { problem: "A day can have at most 24 hours." };
  if (exact > 0 && hours === 0) return { problem: "The shortest entry is 0.01 h." };
  return { hours };
}
