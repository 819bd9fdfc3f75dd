/** The route of the account, and the form of its password. */
import type { z } from "zod";
import {
  type Account,
  account as accountRoute,
} from "../../../supabase/functions/_domain/identity/account-contract.ts";
import { type Answer, at, get, post } from "../answers.ts";
import { openConsole } from "../console.ts";
import { idOf, people, signInAnswer } from "../fixtures/people.ts";

type AccountInput = z.input<typeof Account>;
export const own: AccountInput = {
  id: people.lead.id,
  name: people.lead.name,
  email: people.lead.email,
  version: 4,
  picture_hash: null,
  has_second_factor: false,
  requires_second_factor: false,
  delegation: null,
  notices: [],
};

/** The route of the account, which records its requests. */
export function accountAnswers(account: AccountInput = own) {
  const requests: object[] = [];
  let current = account;
  const answers: Answer[] = [
    get(accountRoute, () => ({ account: current })),
    post(accountRoute, ({ body }) => {
      requests.push(body);
      if (body.action === "rename") current = { ...current, name: body.name, version: 5 };
      if (body.action === "set_picture") {
        current = { ...current, picture_hash: body.content && "hash" };
      }
      if (body.action === "delegate") {
        const { delegate_id: id, first_on, last_on } = body;
        const delegate = { id, name: people.admin.name };
        current = { ...current, delegation: { delegate, first_on, last_on } };
      }
      if (body.action === "end_delegation") current = { ...current, delegation: null };
      return { account: current };
    }),
    noFactors,
  ];
  return { answers, requests };
}

export const userOf = (factors: object[]) => ({ ...signInAnswer(people.lead).user, factors });
export const noFactors = at("GET", "/auth/v1/user", () => Response.json(userOf([])));
export const notices: AccountInput["notices"] = [
  {
    id: idOf(9, 1),
    at: "2026-11-20T09:00:00+00:00",
    kind: "password_link_created",
    by_name: "Ada Example",
    is_read: false,
  },
];

export const userUpdate = (answer: () => Response) => at("PUT", "/auth/v1/user", answer);

export async function change(
  answers: Answer[],
  current: string,
  password: string,
  again = password,
) {
  const page = await openConsole("/account", {
    answers: [...answers, ...accountAnswers().answers],
  });
  await page.getByLabel("Current password", { exact: true }).fill(current);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password", { exact: true }).fill(again);
  await page.getByRole("button", { name: "Change password" }).click();
  return page;
}

export async function refuse(error_code: string, status: number, message: string): Promise<void> {
  const refusing = userUpdate(() =>
    Response.json({ code: status, error_code, msg: "…", message: "…" }, { status }),
  );
  const page = await change([refusing], "the present one", "a long enough password");
  await page.getByRole("alert").getByText(message).waitFor();
}
