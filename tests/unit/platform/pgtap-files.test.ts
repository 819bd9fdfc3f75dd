/** A run of one pgTAP file takes seconds, because it prepares only the helpers that the file needs. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { chooseFiles, findPgtapFiles, PGTAP_TESTS } from "../../../scripts/db/pgtap.ts";

const all = [
  "_helpers/personas.test.sql",
  "estimates/get_outcome/scope.test.sql",
  "knowledge/_helpers/vectors.test.sql",
  "knowledge/search_passages/ranks.test.sql",
];
const choiceOf = (...chosenFiles: string[]) =>
  chooseFiles(all, chosenFiles).map(({ name, runs }) => `${runs ? "run" : "prepare"} ${name}`);

test("a file prepares the helpers of all files, and those of its own domain", () => {
  expect(choiceOf("tests/estimates")).toEqual([
    "prepare _helpers/personas.test.sql",
    "run estimates/get_outcome/scope.test.sql",
  ]);
  expect(choiceOf("search_passages")).toEqual([
    "prepare _helpers/personas.test.sql",
    "prepare knowledge/_helpers/vectors.test.sql",
    "run knowledge/search_passages/ranks.test.sql",
  ]);
});

test("helpers run their own assertions if they are named, or if everything runs", () => {
  expect(choiceOf("tests/_helpers")).toEqual(["run _helpers/personas.test.sql"]);
  expect(choiceOf()).toEqual(all.map((name) => `run ${name}`));
});

test("no file is chosen for a path that does not exist", () => {
  expect(choiceOf("tests/nothing")).toEqual([]);
});

test("each file of helpers commits once, between its definitions and its assertions", async () => {
  const helpers = (await findPgtapFiles()).filter((name) => name.includes("_helpers/"));
  expect(helpers.length).toBeGreaterThan(10);
  for (const name of helpers) {
    const text = await readFile(path.join(PGTAP_TESTS, name), "utf8");
    const parts = text.split(/^commit;$/m);
    expect(parts.length, name).toBe(2);
    expect(parts[0], name).not.toContain("select plan(");
    expect(parts[1], name).toContain("select plan(");
  }
});
