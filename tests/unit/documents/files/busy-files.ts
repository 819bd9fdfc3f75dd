import { fails, file, type HostileFile, utf8 } from "./expected.ts";
import { wideXlsx } from "./large-files.ts";

const mail = (body: string) =>
  utf8(`From: ada@example.com\nSubject: Hello\nContent-Type: text/html\n\n${body}`);

/** Small files that would keep a careless pattern busy for minutes or for years. */
export const busyFiles: HostileFile[] = [
  file(
    "comments in a row before plain text",
    "comments.txt",
    () => utf8(`${"<!---->".repeat(140)}The budget is agreed.`),
    { passages: [["The budget is agreed.", {}]] },
  ),
  file(
    "comments in a row before a web page",
    "comments.txt",
    () => utf8(`${"<!-- x -->".repeat(90)}<html><p>Hi</p></html>`),
    fails("wrong_type"),
  ),
  file(
    "a contract of one long number",
    "number.txt",
    () => utf8(`The fee is ${"1.".repeat(150_000)}0 in all.`),
    {
      passages: [["The fee is", {}]],
      facts: {
        not_found: ["no_parties", "no_dates", "no_amounts", "no_signature", "no_scope"],
      },
    },
    "contract",
  ),
  file(
    "a contract with an amount that ends with a dash",
    "amounts.txt",
    () => utf8("1.000,- EUR"),
    {
      passages: [["1.000,- EUR", {}]],
      facts: { not_found: ["no_parties", "no_dates", "no_signature", "no_scope"] },
    },
    "contract",
  ),
  file("rows that have a cell only in the last column", "last.xlsx", () => wideXlsx(9_000), {
    passages: [["8999", { sheet: "Plan" }]],
    facts: { words: 9_000 },
  }),
  file(
    "a row of empty cells",
    "cells.html",
    () =>
      utf8(
        `<html><table><tr><td>First${"<td></td>".repeat(60_000)}<td>Last</tr><tr><td>Next</td><td> </td></tr></table>`,
      ),
    { passages: [["First | Last\nNext", {}]] },
  ),
  file(
    "styles that end before they have begun",
    "styles.html",
    () => utf8(`<html><p>Seen</p>${"<style</style".repeat(200_000)}>`),
    { passages: [["Seen", {}]] },
  ),
  file(
    "voices without end",
    "voices.vtt",
    () => utf8(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${"<v.".repeat(150_000)} Hello`),
    { passages: [["Hello", { at: "00:00:01" }]] },
  ),
  file(
    "times with long runs of spaces behind them",
    "space.txt",
    () => utf8(`Ada: Hello\nBob: Good day\n${`1:00${" ".repeat(99_000)}x\n`.repeat(8)}`),
    { passages: [["Ada: Hello", { speaker: "Ada" }]] },
    "transcript",
  ),
  file(
    "a message of more lines than anybody writes",
    "lines.eml",
    () => mail("\n".repeat(600_000)),
    fails("too_large"),
  ),
  file(
    "a subject that is cut within an emoji",
    "subject.eml",
    () =>
      utf8(
        `From: ada@example.com\nSubject: ${"a".repeat(298)}😀${"b".repeat(9)}\nContent-Type: text/plain; charset=utf-8\n\nAgreed.`,
      ),
    { passages: [["Agreed.", { heading: `${"a".repeat(298)}…` }]] },
  ),
];
