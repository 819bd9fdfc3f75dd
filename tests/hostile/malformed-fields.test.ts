/** Fields of the wrong type are refused with a reason: none of them is an error of the service. */
import { describe, expect, inject, test } from "vitest";
import { ask, askAs, codeOf, loopback } from "../support/http.ts";
import { people } from "../support/personas.ts";

const { publishable_key: apikey } = inject("stack");
const values = [5, true, null, [], {}, ["a@x.test"], { a: 1 }, "a\u0000b"];

describe("Auth refuses", () => {
  const paths = [
    ["/token?grant_type=password", ["email", "password"]],
    ["/token?grant_type=refresh_token", ["refresh_token"]],
    ["/otp", ["email"]],
    ["/recover", ["email"]],
    ["/resend", ["email", "type"]],
    ["/verify", ["email", "token", "type", "token_hash"]],
    ["/signup", ["email", "password"]],
  ] as const;
  test.each(paths)("values of the wrong type at %s", async (path, fields) => {
    const localAddress = loopback(20 + paths.findIndex(([other]) => other === path));
    for (const field of fields) {
      const answers = values.map(async (value) => {
        const body = {
          email: "nobody@x.test",
          password: "a-long-password",
          type: "email",
          token: "000000000000",
          [field]: value,
        };
        const options = { headers: { apikey }, body, localAddress };
        return [field, value, (await ask(`/auth/v1${path}`, options)).status];
      });
      expect(await Promise.all(answers)).toEqual(values.map((value) => [field, value, 400]));
    }
  });

  test("a body that is not an object", async () => {
    for (const body of ["5", "null", "[]", '"a"', "{", "email=a"]) {
      const answer = await ask("/auth/v1/token?grant_type=password", {
        headers: { apikey, "content-type": "application/json" },
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  });

  test("the wrong password in a form, which it reads like the equivalent JSON", async () => {
    const form = (password: string) =>
      ask("/auth/v1/token?grant_type=password", {
        headers: { apikey, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ email: people.member2.email, password }).toString(),
      });
    expect((await form("wrong-long-password")).status).toBe(400);
    expect((await form("countersign-demo")).status).toBe(200);
  });
});

test("lists of Storage are ordered only by columns that exist", async () => {
  const list = (sortBy: unknown) =>
    askAs("member", "/storage/v1/object/list/documents", { body: { prefix: "", sortBy } });
  for (const column of [5, null, [], {}, "", "no_such_column", "name; drop table x", "metadata"]) {
    expect([column, (await list({ column, order: "asc" })).status]).toEqual([column, 400]);
  }
  for (const order of [5, [], "sideways", "asc nulls first"]) {
    expect([order, (await list({ column: "name", order })).status]).toEqual([order, 400]);
  }
  for (const sortBy of [
    undefined,
    { column: "name", order: "asc" },
    { column: "created_at", order: "desc" },
  ]) {
    expect([sortBy, (await list(sortBy)).status]).toEqual([sortBy, 200]);
  }
});

describe("`as` with a value that is not an id", () => {
  const spine = (persona: "member" | "lead" | "admin", as: string) =>
    askAs(persona, `/api/spine?as=${encodeURIComponent(as)}`);

  test("is ignored for a member, like any other `as`", async () => {
    const plain = await askAs("member", "/api/spine");
    const projects = ({ json }: typeof plain) =>
      (json as { projects: { id: string }[] }).projects.map(({ id }) => id);
    const checks = ["x", "not-a-uuid", "1", people.admin.personId ?? "", " "].map(async (as) => {
      const answer = await spine("member", as);
      expect([as, answer.status]).toEqual([as, 200]);
      expect(projects(answer)).toEqual(projects(plain));
    });
    await Promise.all(checks);
    const chat = await askAs("member", "/api/chat", {
      body: { question: "Which projects?", as: "x" },
    });
    expect(chat.status).toBe(200);
  });

  test("is an unknown person for a lead and an admin", async () => {
    for (const persona of ["lead", "admin"] as const) {
      const answer = await spine(persona, "not-a-uuid");
      expect([persona, answer.status, codeOf(answer)]).toEqual([persona, 404, "person_not_found"]);
    }
    expect((await spine("lead", people.member.personId ?? "")).status).toBe(200);
  });
});
