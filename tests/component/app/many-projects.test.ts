/** With 5,000 projects, a page still makes at most 8 requests. portfolio.nightly.test.ts scrolls through all of them. */
import { expect, it } from "vitest";
import { pageOfProjects, projectsAfter } from "../../support/many-projects.ts";
import { type Answer, at, rpc } from "../answers.ts";
import { openConsole } from "../console.ts";

const MOST_REQUESTS = 8;

it.each([
  ["/portfolio?group=none", "Total: 5,000 projects"],
  ["/clients", /^Total:/],
] as const)("%s makes at most 8 requests", async (address, text) => {
  const requests: string[] = [];
  const counting: Answer = (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/assets/")) requests.push(`${request.method} ${pathname}`);
    return undefined;
  };
  const page = await openConsole(address, {
    answers: [
      counting,
      at("GET", "/rest/v1/project_summaries", ({ url }) => Response.json(pageOfProjects(url))),
      rpc("list_project_summaries", (args: Record<string, unknown>) =>
        projectsAfter(args as { after_id: string }),
      ),
    ],
  });
  await page.getByText(text).first().waitFor();
  await expect.poll(() => requests.filter((one) => one.includes("list_project")).length).toBe(2);
  expect(requests.filter((one) => one.includes("project_summaries")).length).toBe(3);
  expect(requests.length, requests.join(", ")).toBeLessThanOrEqual(MOST_REQUESTS);
});
