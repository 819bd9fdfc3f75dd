import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { askAs } from "../support/http.ts";
import { people } from "../support/personas.ts";

// An invitation is accepted with a verified address, so what counts as verified decides who comes in.
const stack = inject("stack");
const outsider = people.outsider.email;
const victim = "victim@demo.test";

beforeAll(forget);
afterAll(forget);

async function forget(): Promise<void> {
  await owner`
    update auth.users
    set email_change = '', email_change_token_new = '', email_change_token_current = '',
        recovery_token = ''
    where email = ${outsider}`;
}

test("a new address is confirmed at the new mailbox, never by the old one", async () => {
  const answer = await askAs("outsider", "/auth/v1/user", {
    method: "PUT",
    body: { email: victim },
  });
  expect(answer.status).toBe(200);
  const [user] = await owner`
    select email, coalesce(email_change_token_current, '') as asked_old,
      email_change_token_new <> '' as asked_new
    from auth.users where email = ${outsider}`;
  expect({ ...user }).toEqual({ email: outsider, asked_old: "", asked_new: true });
});

test("a code is too long to be guessed while it is valid", async () => {
  const log = path.join(stack.data_dir, "logs", "stack.log");
  const before = (await readFile(log, "utf8")).length;
  const answer = await askAs("outsider", "/auth/v1/user", {
    method: "PUT",
    body: { email: "another@demo.test" },
  });
  expect(answer.status).toBe(200);
  await sleep(200);
  const logText = (await readFile(log, "utf8")).slice(before);
  expect(logText.match(/code: (\d+)/)?.[1]).toMatch(/^\d{12}$/);
});
