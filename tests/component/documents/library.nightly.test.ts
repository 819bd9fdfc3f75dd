/** The library of many documents; table/data-table.test.ts proves that a table renders few of its rows. */
import { expect, it } from "vitest";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { get, rows } from "../answers.ts";
import { openConsole, reopen } from "../console.ts";
import { documentRow } from "../fixtures/documents.ts";
import { idOf, people } from "../fixtures/people.ts";

/** More than the service returns at a time, none of them uploaded yet. */
const documents = Array.from({ length: 1200 }, (_, index) =>
  documentRow(index + 1, { status: "awaiting_upload" }),
);

/** The documents that match the filters of the request; the search looks for a part of the title. */
const library = rows("document_summaries", ({ searchParams }) => {
  const words = /title\.ilike\."?%(.*?)%"?,/.exec(searchParams.get("or") ?? "")?.[1] ?? "";
  const statuses = searchParams.get("status");
  return documents.filter(
    ({ title, status }) =>
      title?.includes(words) && (!statuses || statuses.includes(status ?? "none")),
  );
});

it("a library of 1,200 documents renders few rows, and the URL contains its filters", async () => {
  const page = await openConsole("/documents?sort=title&dir=asc", { answers: [library] });
  await page.getByRole("link", { name: "File 0001" }).waitFor();
  const count = () => page.locator("table").getAttribute("aria-rowcount");
  expect(await count()).toBe("1201");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole("link", { name: "File 1200" }).waitFor();
  expect(await page.locator("tbody tr").count()).toBeLessThan(100);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByLabel("Search titles and file names").fill("File 012");
  await page.getByRole("link", { name: "File 0129" }).waitFor();
  await page.getByLabel("Kind", { exact: true }).selectOption("report");
  await page.getByLabel("Status", { exact: true }).selectOption("awaiting_upload");
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      q: "File 012",
      kind: "report",
      status: "awaiting_upload",
      sort: "title",
      dir: "asc",
    });
  await reopen(page);
  await expect.poll(() => page.locator("tbody tr").count()).toBe(10);
  await page.getByLabel("Status", { exact: true }).selectOption("failed");
  await page.getByText("No document matches this search.").waitFor();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(count).toBe("1201");
});

it("a client contact gets their own page at the URLs of documents", async () => {
  const narrow = get(portfolio, { shape: "client", projects: [] });
  for (const address of ["/documents", `/documents/${idOf(11, 1)}`]) {
    const page = await openConsole(address, { as: people.client, answers: [narrow] });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
  }
});
