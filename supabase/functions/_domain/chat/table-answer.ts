import type { CitedTable } from "./references.ts";

/** An answer from rows: a sentence with the figure, and the rows that show it. */
export interface TableAnswer {
  /** "5 tasks are late, in 3 projects." */
  summary: string;
  rows: AnsweringRow[];
  /** The number of rows that are not shown. */
  leftOut: number;
}

export interface AnsweringRow {
  table: CitedTable;
  id: string;
  title: string;
  /** The facts of the row that answer the question, on one line. */
  text: string;
}

/** "1 task", "3 tasks". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Hours to a hundredth, without zeros at the end. */
export function hoursOf(hours: number): string {
  return `${Number(hours.toFixed(2))} h`;
}

/** Whole days between two calendar days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
