import { expect, test } from "vitest";
import { startVendorsProcess } from "../../scripts/stack/demo/vendors-process.ts";

test("the simulated vendors answer at the addresses that the functions use, until they are stopped", async () => {
  const { env, ended, stop } = await startVendorsProcess();
  const answers = () =>
    Promise.all([
      fetch(`${env["LINEAR_API_URL"]}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: "{ viewer { id } }" }),
      }),
      fetch(`${env["HARVEST_API_URL"]}/users`),
    ]);
  expect((await answers()).map(({ status }) => status)).toEqual([401, 401]);
  await stop();
  await ended;
  await expect(answers()).rejects.toThrow();
});
