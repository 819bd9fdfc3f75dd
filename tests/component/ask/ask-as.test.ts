/** The field that chooses in whose scope a lead asks. */
import { expect, it } from "vitest";
import { portfolioOptions } from "../../../supabase/functions/_domain/portfolio/options-contract.ts";
import { get, rows } from "../answers.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";

it("narrows the people at once, so that no later answer moves them under the pointer", async () => {
  let answerSearch = () => {};
  const gate = new Promise<void>((resolve) => {
    answerSearch = resolve;
  });
  const choices = [people.admin, people.lead, people.member];
  const offering = get(portfolioOptions, async ({ query: { q = "" } }) => {
    if (q) await gate;
    return {
      clients: [],
      accounts: [],
      service_lines: [],
      people: choices
        .filter(({ name }) => name.includes(q))
        .map(({ id, name, email, role }) => ({ id, name, email, role, is_employee: true })),
      left_out: { clients: 0, accounts: 0, people: 0, service_lines: 0 },
    };
  });
  const page = await openConsole("/ask", {
    answers: [offering, rows("chat_sessions", []), rows("chat_messages", [])],
  });
  const options = () => page.getByRole("option").allTextContents();
  const field = page.getByRole("combobox", { name: "Ask as" });
  await field.click();
  await expect.poll(options).toEqual(choices.map(({ name }) => name));
  await field.fill("Max");
  await expect.poll(options).toEqual([people.member.name]);
  await field.fill("Nobody");
  await page.getByText("Searching…").waitFor();
  answerSearch();
  await page.getByText("No results").waitFor();
  await field.fill("Max");
  await page.getByRole("option", { name: people.member.name }).click();
  await page.getByText(`You are asking as ${people.member.name}.`).waitFor();
});
