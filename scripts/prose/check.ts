/**
 * npm run check:prose
 *
 * Lists sentences and names that break the rule of plain language (.github/CONTRIBUTING.md). Files written before
 * the rule have a number of findings in baseline.json, which may only shrink.
 *
 *   --all [path]   lists the findings that the baseline allows too, below the path
 *   --summary      counts findings by area and kind
 *   --record       writes the current numbers to the baseline, unless their sum has grown
 */
import { readFileSync, writeFileSync } from "node:fs";
import { exceptions } from "./exceptions.ts";
import { checkedFiles, type Finding, findingsInFile } from "./findings.ts";

const BASELINE = new URL("baseline.json", import.meta.url);
type Counts = Record<string, number>;

const [mode, folder = ""] = process.argv.slice(2);
const baseline: Counts = JSON.parse(readFileSync(BASELINE, "utf8"));
const findings = checkedFiles().flatMap(findingsInFile);
const isException = ({ file, sentence }: Finding) =>
  exceptions.some((exception) => exception.file === file && sentence.includes(exception.text));
const open = findings.filter((finding) => !isException(finding));

if (mode === "--help") console.log("npm run check:prose [-- --all [path] | --summary | --record]");
else if (mode === "--all") print(open.filter(({ file }) => file.startsWith(folder)));
else if (mode === "--summary") summarize();
else if (mode === "--record") record();
else check();

function check(): void {
  const counts = countBy(open, ({ file }) => file);
  const grown = open.filter(({ file }) => (counts[file] ?? 0) > (baseline[file] ?? 0));
  print(grown);
  for (const file of new Set(grown.map((finding) => finding.file))) {
    console.error(`${file}: ${counts[file]} findings, the baseline allows ${baseline[file] ?? 0}`);
  }
  const stale = exceptions.filter(
    (exception) =>
      !findings.some(
        ({ file, sentence }) => exception.file === file && sentence.includes(exception.text),
      ),
  );
  for (const { file, text } of stale) {
    console.error(`${file}: the reviewed exception "${text}" matches nothing; remove it`);
  }
  if (grown.length > 0 || stale.length > 0) process.exitCode = 1;
}

function record(): void {
  const before = sum(baseline);
  if (open.length > before && before > 0) {
    console.error(`${open.length} findings, the baseline allows ${before}: rewrite the new ones`);
    process.exitCode = 1;
    return;
  }
  const counts = countBy(open, ({ file }) => file);
  const sorted = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(BASELINE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  console.log(`${before} findings before, ${open.length} now`);
}

function summarize(): void {
  const areaOf = (file: string) => /^(?:supabase\/|web\/)?[^/]+/.exec(file)?.[0] ?? file;
  const counts = countBy(open, ({ file, kind }) => `${areaOf(file)}: ${kind}`);
  for (const [area, count] of Object.entries(counts).sort()) console.log(`${count}\t${area}`);
  console.log(`${open.length}\tin total`);
}

function print(findings: Finding[]): void {
  for (const { file, line, rule, sentence } of findings) {
    console.error(`${file}:${line}: "${sentence.slice(0, 200)}" ${rule}`);
  }
}

function countBy(findings: Finding[], key: (finding: Finding) => string): Counts {
  const counts: Counts = {};
  for (const finding of findings) counts[key(finding)] = (counts[key(finding)] ?? 0) + 1;
  return counts;
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
