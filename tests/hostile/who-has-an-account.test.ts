/** Auth does not reveal which addresses have an account, neither by its answer nor by the work it takes. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type Compare,
  compareInDatabase,
  openPasswords,
  type Passwords,
} from "../../scripts/stack/lite/repairs/password-check.ts";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { makeUser } from "../support/own-organization.ts";

const { publishable_key: apikey, database_url } = inject("stack");
const knownEmail = "known@accounts.test";
const withoutPassword = "mail-only@accounts.test";
const unknownEmail = "unknown@accounts.test";
beforeAll(async () => {
  const knownId = await makeUser(knownEmail);
  // Test users have cheaper hashes than those that the stack creates.
  await owner`update auth.users
    set encrypted_password = extensions.crypt('countersign-demo', extensions.gen_salt('bf', 10))
    where id = ${knownId}`;
  const id = await makeUser(withoutPassword);
  await owner`update auth.users set encrypted_password = null where id = ${id}`;
});
const post = (path: string, body: object) => ask(`/auth/v1${path}`, { headers: { apikey }, body });
const answerOf = async (path: string, body: object) => {
  const { status, text } = await post(path, body);
  return [status, text];
};

describe("the answer is the same for an address with an account and without one", () => {
  test.each([
    ["a code by mail", "/otp", {}],
    ["a code by mail, asking for a new account", "/otp", { create_user: true }],
    ["a link to a new password", "/recover", {}],
    ["another mail", "/resend", { type: "signup" }],
    ["a wrong password", "/token?grant_type=password", { password: "wrong-long-password" }],
    ["a wrong code", "/verify", { type: "email", token: "000000000000" }],
  ])("%s", async (_, path, more) => {
    const answers = await Promise.all(
      [knownEmail, unknownEmail, withoutPassword].map((email) =>
        answerOf(path, { email, ...more }),
      ),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("asking for a code creates no account", async () => {
    const rows = await owner`select from auth.users where email = ${unknownEmail}`;
    expect(rows).toHaveLength(0);
  });
});

describe("each sign-in compares one password with one hash of the same cost", () => {
  const costs: string[] = [];
  const counting: Compare = (sql, hash, password) => {
    costs.push(hash.replace(/^(\$2.\$\d+\$).*/s, "$1").replace(/^\$2.\$/, "$2$"));
    return compareInDatabase(sql, hash, password);
  };
  let passwords: Passwords;
  beforeAll(() => {
    passwords = openPasswords(database_url, counting);
  });
  afterAll(() => passwords.close());

  test.each([
    [knownEmail, "wrong-long-password", false],
    [knownEmail, "countersign-demo", true],
    [knownEmail.toUpperCase(), "countersign-demo", true],
    [unknownEmail, "countersign-demo", false],
    [withoutPassword, "countersign-demo", false],
    ["", "countersign-demo", false],
  ])("%s", async (email, password, isRight) => {
    costs.length = 0;
    expect(await passwords.isOfAddress(email, password)).toBe(isRight);
    expect(costs).toEqual(["$2$10$"]);
  });
});

test("a real sign-in still works: the right password signs in", async () => {
  const answer = await post("/token?grant_type=password", {
    email: knownEmail,
    password: "countersign-demo",
  });
  expect(answer.status).toBe(200);
});
