import { expect, it } from "vitest";
import { unitOf } from "../../../supabase/functions/_domain/calendar/recurrence.ts";
import { hoursOf } from "../../../web/src/format/numbers.ts";
import { asSentence } from "../../../web/src/format/sentence.ts";

it.each([
  ["The title names the shop", "The title names the shop."],
  ["Matches the calendar event “Kick-off”", "Matches the calendar event “Kick-off”."],
  [
    "Replies to an email of this project. Its sender is known",
    "Replies to an email of this project. Its sender is known.",
  ],
  ["Already a sentence.", "Already a sentence."],
  ["They wrote “Is it late?”", "They wrote “Is it late?”"],
  ["Harvest answered: unknown project…", "Harvest answered: unknown project…"],
  ["", ""],
])("a reason becomes a sentence with one full stop: %s", (reason, sentence) => {
  expect(asSentence(reason)).toBe(sentence);
});

it("a unit of one is singular", () => {
  expect([1, 2].map((interval) => unitOf("weekly", interval))).toEqual(["week", "weeks"]);
  expect([1, 1.04, 0.5, 2].map(hoursOf)).toEqual(["1 hour", "1 hour", "0.5 hours", "2 hours"]);
});
