import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { type Costs, recordedCosts } from "./recorded-costs.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** Files of all suites in one queue, the most expensive first, so that none is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const queue = files.map((file) => ({
      file,
      name: path.relative(PROJECT, file.moduleId).split(path.sep).join("/"),
      suite: file.project.name,
      isIsolated: file.project.config.isolate,
    }));
    return inQueueOrder(queue, await recordedCosts()).map(({ file }) => file);
  }
}

interface QueuedFile {
  /** The path relative to the project. */
  name: string;
  suite: string;
  /** Whether the file has a separate worker. */
  isIsolated: boolean;
}

export function inQueueOrder<T extends QueuedFile>(files: T[], costs: Costs): T[] {
  // A file without a measured cost may be long.
  const costOf = ({ name }: T) => costs[name] ?? Number.POSITIVE_INFINITY;
  // Vitest uses a worker again only for the next file in the queue: such files stay together, last.
  const blockOf = ({ suite, isIsolated }: T) => (isIsolated ? "" : suite);
  return files.toSorted(
    (a, b) =>
      compare(blockOf(a), blockOf(b)) || compare(costOf(b), costOf(a)) || compare(a.name, b.name),
  );
}

function compare<V extends string | number>(a: V, b: V): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
