import type { SeededBug } from "./bugs.ts";

/** Bugs that the tests of the suite unit find. */
export const unitBugs: SeededBug[] = [
  {
    name: "A row of a CSV file has the number of its record instead of its line",
    project: "unit",
    test: "tests/unit/portfolio/parse-csv.test.ts",
    testName: "is parsed with the line",
    change: {
      file: "supabase/functions/_files/imports/parse-csv.ts",
      edits: [
        {
          find: "line: info.lines, cells",
          replace: "line: info.records + 1, cells",
        },
      ],
    },
  },
  {
    name: "A quoted cell loses the quote before its end",
    project: "unit",
    test: "tests/unit/portfolio/parse-csv.test.ts",
    testName: "comes back unchanged",
    change: {
      file: "supabase/functions/_files/imports/parse-csv.ts",
      edits: [
        {
          find: '  const text = decode(bytes).replace(/\\r\\n?/g, "\\n");',
          replace:
            '  const text = decode(bytes).replace(/\\r\\n?/g, "\\n").replace(/"""(?=[\\t])/g, \'"\');',
        },
      ],
    },
  },
  {
    name: "A workbook's fractions have one digit fewer than a CSV export of them",
    project: "unit",
    test: "tests/unit/portfolio/formats-agree.test.ts",
    testName: "for any table",
    change: {
      file: "supabase/functions/_files/cell-text.ts",
      edits: [
        {
          find: "maximumSignificantDigits: 15",
          replace: "maximumSignificantDigits: 6",
        },
      ],
    },
  },
  {
    name: "Amounts are cut instead of rounded",
    project: "unit",
    test: "tests/unit/portfolio/import-rows.test.ts",
    testName: "any two decimals",
    change: {
      file: "supabase/functions/_domain/portfolio/import-rows.ts",
      edits: [
        {
          find: "Math.round(read() * 100) / 100",
          replace: "Math.floor(read() * 100) / 100",
        },
      ],
    },
  },
  {
    name: "The number of a passage does not count for the length of the context",
    project: "unit",
    test: "tests/unit/chat/context.test.ts",
    testName: "is never longer than allowed, closes each fence",
    change: {
      file: "supabase/functions/_domain/chat/context.ts",
      edits: [
        {
          find: "this.text = clip(this.text + text.slice(0, LEFT_OUT_CHARS), this.wholeChars);",
          replace: "this.text = clip(this.text, this.wholeChars) + text.slice(0, LEFT_OUT_CHARS);",
        },
      ],
    },
  },
  {
    name: "Memory remembers the sources of a message that has no room",
    project: "unit",
    test: "tests/unit/chat/tools.test.ts",
    testName: "is never longer than allowed, ends with",
    change: {
      file: "supabase/functions/_chat/memory.ts",
      edits: [
        {
          find: "    if (length > remaining) break;\n    remaining -= length;\n    recent.unshift(message);\n    references.remember(source_ids);",
          replace:
            "    references.remember(source_ids);\n    if (length > remaining) break;\n    remaining -= length;\n    recent.unshift(message);",
        },
      ],
    },
  },
  {
    name: "Citations of one page are numbered by position, not by page",
    project: "unit",
    test: "tests/unit/chat/web-citations.test.ts",
    testName: "for any text and marks",
    change: {
      file: "supabase/functions/_domain/chat/web-citations.ts",
      edits: [
        {
          find: "n: numbers.size + 1,",
          replace: "n: places.length + 1,",
        },
      ],
    },
  },
  {
    name: "A short remainder joins the passage before it, even across pages",
    project: "unit",
    test: "tests/unit/documents/split.test.ts",
    testName: "nothing is lost > in any blocks",
    change: {
      file: "supabase/functions/_files/documents/split.ts",
      edits: [
        {
          find: "  a?.page === b.page && a?.slide === b.slide && a?.sheet === b.sheet;",
          replace:
            "  (a?.page ?? b.page) === b.page && a?.slide === b.slide && a?.sheet === b.sheet;",
        },
      ],
    },
  },
  {
    name: "An amount counts as having two decimals where a hundred times the amount is whole",
    project: "unit",
    test: "tests/unit/platform/normal-forms.test.ts",
    testName: "every amount of cents",
    change: {
      file: "supabase/functions/_domain/normal-forms.ts",
      edits: [
        {
          find: "Number(value.toFixed(2)) === value",
          replace: "Number.isInteger(value * 100)",
        },
      ],
    },
  },
  {
    name: "A JSON file that is not UTF-8 ends in an error of the decoder",
    project: "unit",
    test: "tests/unit/portfolio/parse-json.test.ts",
    testName: "any bytes are read or refused",
    change: {
      file: "supabase/functions/_files/imports/parse-json.ts",
      edits: [
        {
          find: '    throw unreadableImport("The file is not UTF-8, which JSON requires. Save it as UTF-8");',
          replace: '    new TextDecoder("utf-8", { fatal: true }).decode(bytes);\n    throw 0;',
        },
      ],
    },
  },
  {
    name: "A guess names a column without its spaces and capitals",
    project: "unit",
    test: "tests/unit/portfolio/import-mapping.test.ts",
    testName: "no column is used twice",
    change: {
      file: "supabase/functions/_domain/portfolio/import-mapping.ts",
      edits: [
        {
          find: "fields[field] = { column: freeColumns.get(name) as string };",
          replace: "fields[field] = { column: name };",
        },
      ],
    },
  },
  {
    name: "A clock leaves out the minutes",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "shows what Temporal shows",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "return Date.UTC(year, month - 1, day, hour, minute, second);",
          replace: "return Date.UTC(year, month - 1, day, hour, minute - (minute % 30), second);",
        },
      ],
    },
  },
  {
    name: "A time that occurs twice is the second one",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "shows a time at the instant",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "matches.length > 0 ? Math.min(...matches)",
          replace: "matches.length > 0 ? Math.max(...matches)",
        },
      ],
    },
  },
  {
    name: "A day begins by the offset of its midnight in UTC",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "begins a day where Temporal",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "return instantAt(day, 0, timeZone);",
          replace: "return Date.parse(day) - offsetAt(Date.parse(day), timeZone);",
        },
      ],
    },
  },
  {
    name: "A week that begins on a Sunday begins a week late",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "contains its day and begins",
    change: {
      file: "web/src/format/zoned-time.ts",
      edits: [
        {
          find: "(weekday - firstWeekday + 7) % 7",
          replace: "weekday - firstWeekday",
        },
      ],
    },
  },
  {
    name: "A day of a calendar always has 24 hours",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "lie on the days on which Temporal",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "const dayEnd = startOfDay(addDays(day, 1), timeZone);",
          replace: "const dayEnd = dayStart + DAY_MINUTES * MINUTE_MS;",
        },
      ],
    },
  },
  {
    name: "An all-day event is also on the day after its last",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "are the days of an all-day event",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "after > first ? addDays(after, -1) : first",
          replace: "after",
        },
      ],
    },
  },
  {
    name: "Events share a lane with the one before the last",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "are in different lanes",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "if (ends.every((end) => end <= part.from)) close();",
          replace: "if ((ends.at(-1) ?? 0) <= part.from) close();",
        },
      ],
    },
  },
  {
    name: "A slot drawn upwards is the wrong way round",
    project: "unit",
    test: "tests/unit/calendar/zoned-time.test.ts",
    testName: "contains both of its ends",
    change: {
      file: "web/src/features/calendar/day-layout.ts",
      edits: [
        {
          find: "one < other ? [one, other] : [other, one]",
          replace: "[one, other]",
        },
      ],
    },
  },
  {
    name: "A written line with an address and a time introduces a quote",
    project: "unit",
    test: "tests/unit/mail/fold-quotes.test.ts",
    testName: "newly written text is never folded",
    change: {
      file: "supabase/functions/_domain/inbound-emails/quote-words.ts",
      edits: [
        {
          find: "if (!address || !YEAR.test(line) || !TIME.test(line)) return false;",
          replace: "if (!address || !TIME.test(line)) return false;",
        },
      ],
    },
  },
  {
    name: "Folding leaves out a separator of lines",
    project: "unit",
    test: "tests/unit/mail/fold-quotes.test.ts",
    testName: "the parts add up to the text",
    change: {
      file: "supabase/functions/_domain/inbound-emails/fold-quotes.ts",
      edits: [{ find: "text.split(/(?<=\\n)/)", replace: "text.split(/(?<=\\n)|\\u2028/)" }],
    },
  },
  {
    name: "A series ends at the time that the clock shows at its end, not at that instant",
    project: "unit",
    test: "tests/unit/documents/calendar-hourly.test.ts",
    testName: "each event of an hourly or minutely series",
    change: {
      file: "supabase/functions/_files/calendar/events.ts",
      edits: [
        {
          find: "if (zone.instantOf(reading) > last) continue;",
          replace: "if (reading > zone.readingOf(last)) continue;",
        },
      ],
    },
  },
];
