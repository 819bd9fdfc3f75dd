import { expect, test } from "vitest";
import { withoutUnneeded } from "../../../scripts/stack/lite/repairs/known-columns.ts";

test("Lite knows the columns of the schemas that it serves", () => {
  const columns = ["public", "auth", "storage", "private", "cron"].map((schema) => ({ schema }));
  const knownColumns = withoutUnneeded({ columns, views: [] }).columns;
  expect(knownColumns.map(({ schema }) => schema)).toEqual(["public", "auth", "storage"]);
});

test.each([
  [" SELECT a.id,\n    (b.n)::text AS n\n   FROM (public.a\n     JOIN b ON true)", ""],
  [" SELECT tasks.id\n   FROM public.tasks\n  WHERE true", "FROM public.tasks"],
  [' SELECT id FROM "odd name"."t 1"', 'FROM "odd name"."t 1"'],
  [undefined, ""],
])("only the first table is left of the view %j", (sql, first) => {
  const [view] = withoutUnneeded({ columns: [], views: [{ sql }] }).views;
  expect(view?.sql).toBe(first);
});

test("an introspection is shortened once", () => {
  const introspection = { columns: [], views: [{ sql: "select 1 from a" }] };
  withoutUnneeded(introspection);
  introspection.views[0] = { sql: "select 1 from b" };
  expect(withoutUnneeded(introspection).views[0]?.sql).toBe("select 1 from b");
});
