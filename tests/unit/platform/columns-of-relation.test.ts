import { expect, test } from "vitest";
import { columnsOf } from "../../../scripts/stack/lite/repairs/known-columns.ts";

const introspection = {
  columns: [
    { schema: "public", table: "tasks", name: "id" },
    { schema: "public", table: "projects", name: "id" },
  ],
  views: [],
};

test.each([
  ["/rest/v1/tasks?select=id", ["tasks"]],
  ["/rest/v1/tasks", ["tasks"]],
  ["/rest/v1/tasks?select=id,projects(id)", ["tasks", "projects"]],
  ["/rest/v1/tasks?select=id,projects%28id%29", ["tasks", "projects"]],
  ["/rest/v1/rpc/tasks", ["tasks", "projects"]],
  ["/rest/v1/unknown", ["tasks", "projects"]],
  ["/auth/v1/user", ["tasks", "projects"]],
])("a request for %s needs the columns of %j", (address, tables) => {
  const { columns } = columnsOf(new URL(address, "http://localhost"), introspection);
  expect(columns.map(({ table }) => table)).toEqual(tables);
});

test("work outside of a request needs all columns", () => {
  expect(columnsOf(undefined, introspection)).toBe(introspection);
});
