/**
 * npm run eval:outcome -- --data ../shared/data/sip/tasks-2004-2008.csv [--every 1]
 *
 * Asks for an estimate of every task of a real export on the day on which people estimated it, from the work that was
 * finished before that day (rolling origin), with the SQL functions that /api/outcome uses. Prints the pinball loss
 * (mean of the quantiles 10, 50 and 90%) and the coverage of the 80% range, against six baselines that get their
 * range from the same quantiles. `--every 5` asks about every fifth task only. Fails if the product, with the humans'
 * estimate, does not beat every baseline, if its coverage is not 0.80 ± 0.03, or if a group of 50 or more has less than
 * 0.70.
 */
import { parseArgs } from "node:util";
import postgres from "postgres";
import { startScratchServer } from "../scripts/db/scratch.ts";
import { baselines } from "./outcome-baselines.ts";
import { type Case, loadCases, type Range, readCases } from "./outcome-cases.ts";

const { values: options } = parseArgs({
  options: { data: { type: "string" }, every: { type: "string", default: "1" } },
});
if (options.data === undefined) {
  console.error("Pass the export: npm run eval:outcome -- --data <a .csv file of SiP>");
  process.exit(2);
}
/** A question needs this many tasks that were finished before it. */
const MIN_FINISHED = 9;
/** As in the product, the tails of the range adapt to this many scored estimates. */
const RECENT = 400;
const every = Math.max(1, Number(options.every));

interface Prediction {
  target: Case;
  range: Range;
}

const cases = readCases(options.data);
const startedAt = Date.now();
const server = await startScratchServer();
let isGood = true;
try {
  const { url } = await server.create("migrated");
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  const projectIds = await loadCases(sql, cases);
  const finishedBefore = (day: string) => cases.filter(({ completedOn }) => completedOn < day);
  const questions = cases
    .toSorted((a, b) => a.askedOn.localeCompare(b.askedOn) || a.key.localeCompare(b.key))
    .filter((_, index) => index % every === 0)
    .filter(({ askedOn }) => finishedBefore(askedOn).length >= MIN_FINISHED);
  console.log(`${cases.length} finished tasks, ${questions.length} questions\n`);
  console.log(
    `${"".padEnd(36)}${["pinball", "median", "coverage", "width (h)"].map((head) => head.padStart(11)).join("")}`,
  );
  const losses: number[] = [];
  for (const [name, predict] of Object.entries(baselines(cases))) {
    losses.push(
      print(
        name,
        questions.map((target) => ({ target, range: predict(target) })),
      ),
    );
  }
  const [withoutEstimate, withEstimate] = await Promise.all([
    predictAll(sql, false),
    predictAll(sql, true),
  ]);
  print("product, without the humans' estimate", withoutEstimate);
  const loss = print("product, with the humans' estimate", withEstimate);
  printGroups(withEstimate);
  const coverage = share(withEstimate);
  check(
    "the loss is below that of every baseline",
    losses.every((baselineLoss) => loss < baselineLoss),
  );
  check("coverage is 0.80 ± 0.03", Math.abs(coverage - 0.8) <= 0.03);
  check(
    "every group of 50 or more has a coverage of at least 0.70",
    groupsOf(withEstimate).every((group) => group.coverage >= 0.7),
  );
  console.log(`\n${Math.round((Date.now() - startedAt) / 1000)} s`);
  await sql.end();

  /**
   * Answers in the order of the questions. A range is scored when its task is finished, like an estimate case of the
   * product.
   */
  async function predictAll(db: postgres.Sql, isWithEstimate: boolean): Promise<Prediction[]> {
    const predictions: Prediction[] = [];
    const unfinishedPredictions: Prediction[] = [];
    const scoredPredictions: Prediction[] = [];
    for (const target of questions) {
      const finishedPredictions = unfinishedPredictions.filter(
        (prediction) => prediction.target.completedOn < target.askedOn,
      );
      if (finishedPredictions.length > 0) {
        scoredPredictions.push(
          ...finishedPredictions.sort((a, b) =>
            a.target.completedOn.localeCompare(b.target.completedOn),
          ),
        );
        unfinishedPredictions.splice(
          0,
          unfinishedPredictions.length,
          ...unfinishedPredictions.filter(
            (prediction) => !finishedPredictions.includes(prediction),
          ),
        );
      }
      const recentPredictions = scoredPredictions.slice(-RECENT);
      const group = scoredPredictions
        .filter((prediction) => prediction.target.category === target.category)
        .slice(-RECENT);
      const tail = (misses: (prediction: Prediction) => boolean) =>
        [
          recentPredictions.filter(misses).length,
          recentPredictions.length,
          group.filter(misses).length,
          group.length,
        ] as const;
      const low = tail(isBelow);
      const high = tail(isAbove);
      const [row] = await db<{ range: Range }[]>`
        with comparables as materialized (
          select array_agg(cases.scaled_hours order by cases.likeness desc, cases.completed_on desc, cases.task_id) as hours,
            array_agg(cases.weight order by cases.likeness desc, cases.completed_on desc, cases.task_id) as weights
          from private.comparable_cases(${projectIds}::uuid[], ${target.title}, ${target.clientId}::uuid, ${target.service},
            ${target.category}, ${isWithEstimate ? target.estimate : null}::numeric, ${target.askedOn}::date - 1) as cases
        )
        select private.range_of_cases(comparables.hours, comparables.weights,
          private.adapted_tail(${low[0]}, ${low[1]}, ${low[2]}, ${low[3]}),
          private.adapted_tail(${high[0]}, ${high[1]}, ${high[2]}, ${high[3]})) as range
        from comparables`;
      if (!row) throw new Error("The estimate has no row.");
      const prediction = { target, range: row.range };
      predictions.push(prediction);
      unfinishedPredictions.push(prediction);
    }
    return predictions;
  }
} finally {
  await server.stop();
}
process.exitCode = isGood ? 0 : 1;

function check(name: string, isMet: boolean): void {
  console.log(`${isMet ? "ok    " : "FAILED"} ${name}`);
  if (!isMet) isGood = false;
}

function isBelow({ target, range }: Prediction): boolean {
  return target.hours < range[0] - 1e-9;
}
function isAbove({ target, range }: Prediction): boolean {
  return target.hours > range[2] + 1e-9;
}
function share(predictions: Prediction[]): number {
  return (
    predictions.filter((prediction) => !isBelow(prediction) && !isAbove(prediction)).length /
    predictions.length
  );
}
function pinball(predictions: Prediction[], index: 0 | 1 | 2): number {
  const level = [0.1, 0.5, 0.9][index] as number;
  const sum = predictions.reduce((total, { target, range }) => {
    const error = target.hours - range[index];
    return total + Math.max(level * error, (level - 1) * error);
  }, 0);
  return sum / predictions.length;
}

function print(name: string, predictions: Prediction[]): number {
  const loss = (pinball(predictions, 0) + pinball(predictions, 1) + pinball(predictions, 2)) / 3;
  const width =
    predictions.reduce((sum, { range }) => sum + range[2] - range[0], 0) / predictions.length;
  const figures = [loss, pinball(predictions, 1), share(predictions), width];
  console.log(name.padEnd(36) + figures.map((figure) => figure.toFixed(3).padStart(11)).join(""));
  return loss;
}

function groupsOf(predictions: Prediction[]): { name: string; n: number; coverage: number }[] {
  const keys: ((item: Case) => string)[] = [
    (prediction) => `category ${prediction.category}`,
    (prediction) => `service ${prediction.service}`,
    (prediction) => `client ${prediction.client}`,
    (prediction) => `year ${prediction.askedOn.slice(0, 4)}`,
  ];
  return keys.flatMap((key) =>
    Object.entries(Object.groupBy(predictions, ({ target }) => key(target)))
      .map(([name, members = []]) => ({ name, n: members.length, coverage: share(members) }))
      .filter(({ n }) => n >= 50),
  );
}

function printGroups(predictions: Prediction[]): void {
  console.log("\nCoverage of the product, with the humans' estimate, in groups of 50 or more");
  for (const { name, n, coverage } of groupsOf(predictions)) {
    console.log(`${name.padEnd(36)}${String(n).padStart(7)}${coverage.toFixed(3).padStart(11)}`);
  }
  console.log();
}
