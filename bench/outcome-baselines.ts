/** Simple ways to estimate, each with the 10, 50 and 90% quantiles of the work finished before the question. */
import type { Case, Range } from "./outcome-cases.ts";

export function baselines(cases: Case[]): Record<string, (target: Case) => Range> {
  const byEnd = cases.toSorted((a, b) => a.completedOn.localeCompare(b.completedOn));
  const casesBefore = (target: Case) => byEnd.slice(0, countBefore(byEnd, target.askedOn));
  const index = new Map<string, number[]>();
  const sizes = byEnd.map(({ title }) => wordsOf(title).size);
  const averageSize = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  for (const [position, { title }] of byEnd.entries()) {
    for (const word of wordsOf(title)) index.set(word, [...(index.get(word) ?? []), position]);
  }

  const similarCases = (target: Case, count: number): Case[] => {
    const earlierCount = countBefore(byEnd, target.askedOn);
    const scores = new Float64Array(earlierCount);
    for (const word of wordsOf(target.title)) {
      const positions = (index.get(word) ?? []).filter((position) => position < earlierCount);
      const weight = Math.log(
        1 + (earlierCount - positions.length + 0.5) / (positions.length + 0.5),
      );
      for (const position of positions) {
        scores[position] =
          (scores[position] as number) +
          (weight * 2.2) / (1.3 + (0.9 * (sizes[position] as number)) / averageSize);
      }
    }
    return Array.from(scores, (score, position) => ({ score, position }))
      .sort((a, b) => b.score - a.score || b.position - a.position)
      .slice(0, count)
      .map(({ position }) => byEnd[position] as Case);
  };

  return {
    "overall median": (target) => quantiles(casesBefore(target).map(({ hours }) => hours)),
    "category median": (target) => {
      const pastCases = casesBefore(target);
      const sameCategory = pastCases.filter(({ category }) => category === target.category);
      return quantiles(
        (sameCategory.length >= 9 ? sameCategory : pastCases).map(({ hours }) => hours),
      );
    },
    "median ratio of actual to estimate": (target) => {
      const estimatedCases = casesBefore(target).filter(({ estimate }) => estimate > 0);
      const ratios = quantiles(estimatedCases.map(({ hours, estimate }) => hours / estimate));
      if (!(target.estimate > 0)) return quantiles(casesBefore(target).map(({ hours }) => hours));
      return ratios.map((ratio) => ratio * target.estimate) as Range;
    },
    "10 nearest by text": (target) => quantiles(similarCases(target, 10).map(({ hours }) => hours)),
    "20 nearest by text": (target) => quantiles(similarCases(target, 20).map(({ hours }) => hours)),
    "40 nearest by text": (target) => quantiles(similarCases(target, 40).map(({ hours }) => hours)),
  };
}

/** The smallest values that at least 10, 50 and 90% do not exceed. */
function quantiles(values: number[]): Range {
  const sortedValues = values.toSorted((a, b) => a - b);
  const at = (level: number) =>
    sortedValues[Math.max(0, Math.ceil(level * sortedValues.length - 1e-9) - 1)] ?? 0;
  return [at(0.1), at(0.5), at(0.9)];
}

function countBefore(cases: Case[], day: string): number {
  let low = 0;
  let high = cases.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cases[middle] as Case).completedOn < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const STOP = new Set(
  "a an and are as at be by for from in is it not of on or that the this to when with".split(" "),
);
function wordsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(
    words.filter((word) => !STOP.has(word)).map((word) => word.replace(/(ing|ed|es|s)$/, "")),
  );
}
