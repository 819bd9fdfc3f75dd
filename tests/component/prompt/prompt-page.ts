/** The page of the prompt. */
import { expectAccessible, inEveryLook, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { promptAnswers } from "../fixtures/prompts.ts";

export async function expectAccessibleComparison(person: "admin" | "lead"): Promise<void> {
  const page = await openConsole("/prompt?from=1&to=3", {
    as: people[person],
    answers: promptAnswers(people[person]),
  });
  await inEveryLook(page, async (look) => {
    await expectAccessible(page, `the prompt as ${person}, ${look}`);
    await screenshot(page, `prompt-${person}-${look}`);
  });
}
