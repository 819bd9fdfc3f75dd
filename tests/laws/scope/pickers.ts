/** Arbitraries that pick from the generated rows. */
import fc from "fast-check";

/** Numbers that pick an item: n picks the item n modulo the number of items. */
export const pick = fc.nat({ max: 999 });
export const sometimes = fc.integer({ min: 0, max: 7 }).map((n) => n === 0);
export const few = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(item, { maxLength, size: "max" });

export function choose<T>(rows: T[], n: number): T | undefined {
  return rows[n % rows.length];
}

export function eachOf<T, Row>(items: T[], build: (item: T) => Row | null | undefined): Row[] {
  return items.map(build).filter((row) => row !== undefined && row !== null) as Row[];
}

export function unique<Row>(rows: Row[], key: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

export const within = <T extends { organization_id: string }>(rows: T[], organization: string) =>
  rows.filter((row) => row.organization_id === organization);
