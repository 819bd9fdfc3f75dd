/** A change that another person made first, and the form that classifies a project. */
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { post } from "../answers.ts";
import { openConsole } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { answers, menu } from "./project-forms.ts";

/** The refusal of a change that is not about version 2, which the admin made. */
export function changedByAdmin(current: object, fields: Record<string, unknown>): AppError {
  const by = { id: people.admin.id, name: people.admin.name };
  return new AppError(409, "version_conflict", "Someone changed this since you opened it", {
    version: 2,
    current,
    changes: [{ version: 2, at: "2026-11-22T09:00:00+00:00", by, fields }],
  });
}

/** A service that classifies the project, and its page. Once `take` is called, another person has classified it since. */
export async function openClassification() {
  const requests: unknown[] = [];
  let isTaken = false;
  const classification = post(portfolioActions, ({ body }) => {
    if (body.type !== "portfolio_classification")
      throw new Error(`Not a classification: ${body.type}`);
    const { type, version, ...words } = body;
    requests.push([version, words.risk]);
    if (isTaken) throw changedByAdmin({}, {});
    return {
      type,
      classification: {
        ...words,
        reason: null,
        id: idOf(12, 2),
        version: version + 1,
        classified_by: people.lead.id,
        created_at: "2026-11-22T09:00:00+00:00",
      },
    };
  });
  const page = await openConsole("/portfolio?q=shop", { answers: [classification, ...answers] });
  const classify = async (risk: string) => {
    await menu("Classify project")(page);
    const dialog = page.getByRole("dialog", { name: "Classify project" });
    await dialog.getByRole("combobox", { name: "Risk" }).click();
    await page.getByRole("option", { name: risk }).click();
    await dialog.getByRole("button", { name: "Classify project" }).click();
    await page.getByText("Classification saved.").waitFor();
    await dialog.waitFor({ state: "detached" });
  };
  const take = () => {
    isTaken = true;
  };
  return { page, requests, classify, take };
}
