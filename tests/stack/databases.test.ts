/** Tests of databases on one server, in one file because each start is expensive. */
import { describe } from "vitest";
import "./scratch-server.ts";

describe("migrations", async () => {
  await import("./migrations-tests.ts");
});
describe("schema tools", async () => {
  await import("./schema-tools-tests.ts");
});
