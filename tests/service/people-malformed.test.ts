/** Nearly valid bodies: each is refused with its problem in words, and nothing is written. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { randomized } from "../support/depth.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

const AT_ONCE = 5;

let own: OwnOrganization;
// A busy gateway delays the refusals of one sender beyond a few, so each action has a sender of its own.
beforeEach(async () => {
  own = await makeOrganization();
});

const noText = fc.constantFrom<unknown>(undefined, null, 1, true, [], {}, ["x"]);
const noId = fc.oneof(
  noText,
  fc.string(),
  fc.constantFrom("x", "null", `${randomUUID()}x`, "1' or '1'='1", "\0"),
);
const noName = fc.oneof(
  noText,
  fc.constantFrom("", " ", "\t\n", "a\u0000b", "\u202Eabc", "x".repeat(201)),
);
const noEmail = fc.oneof(
  noText,
  fc.string().filter((text) => !text.includes("@")),
  fc.constantFrom(
    "@",
    "a@",
    "@b.test",
    "a b@c.test",
    "a@b",
    `${"x".repeat(320)}@b.test`,
    "a@b.test\0",
  ),
);
const noRole = fc.oneof(
  noText,
  fc.string(),
  fc.constantFrom("Admin", "owner", "admin ", "service_role"),
);
const noVersion = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 0, -1, 1.5, "1", 2 ** 31, [], {}),
  fc.double({ max: 0.99 }),
);
const noChoice = fc.constantFrom<unknown>(undefined, null, "true", 1, 0, "yes", [], {});
const noToken = fc.oneof(noText, fc.constantFrom("", "  ", "x".repeat(201)));
const noChange = fc.oneof(
  noText,
  fc.string(),
  fc.constantFrom({ to: "owner" }, { to: "role", role: "lead", is_prompt_owner: true }),
);

type Broken = [path: string[], value: fc.Arbitrary<unknown>];

/** A valid body of each action, with wrong values for each field. */
const actions: [string, () => object, Broken[]][] = [
  [
    "invite",
    () => ({ action: "invite", email: "new@broken.test", name: "New", role: "member" }),
    [
      [["email"], noEmail],
      [["name"], noName],
      [["role"], noRole],
      [["client_id"], noId.filter((value) => value !== null && value !== undefined)],
    ],
  ],
  [
    "revoke_invitation",
    () => ({ action: "revoke_invitation", invitation_id: randomUUID() }),
    [[["invitation_id"], noId]],
  ],
  [
    "accept_invitation",
    () => ({ action: "accept_invitation", token: "x" }),
    [[["token"], noToken]],
  ],
  [
    "preview",
    () => ({ action: "preview", person_id: own.people.member.id, change: { to: "offboarded" } }),
    [
      [["person_id"], noId],
      [["change"], noChange],
      [["change", "to"], noRole],
    ],
  ],
  ...(
    [
      ["role", { to: "role", role: "lead" }, [[["change", "role"], noRole]]],
      ["offboarded", { to: "offboarded" }, [[["change", "to"], noRole]]],
      [
        "prompt_owner",
        { to: "prompt_owner", is_prompt_owner: true },
        [[["change", "is_prompt_owner"], noChoice]],
      ],
      [
        "membership",
        { to: "membership", project_id: randomUUID(), is_member: true },
        [
          [["change", "project_id"], noId],
          [["change", "is_member"], noChoice],
        ],
      ],
    ] as [string, object, Broken[]][]
  ).map(([name, change, broken]): [string, () => object, Broken[]] => [
    `change: ${name}`,
    () => ({ action: "change", person_id: own.people.member.id, version: 1, change }),
    [[["person_id"], noId], [["version"], noVersion], [["change"], noChange], ...broken],
  ]),
];

test.each(actions)("%s: a body that is wrong in any way is refused", async (_, right, broken) => {
  const before = await snapshot();
  const body = fc
    .oneof(
      ...broken.map(([path, value]) => value.map((wrong) => ({ path, wrong }))),
      fc
        .constantFrom("organization_id", "user_id", "is_admin", "__proto__ ")
        .map((field) => ({ path: [field], wrong: own.id })),
    )
    .map(({ path, wrong }) => withValue(right(), path, wrong));
  const expectRefusal = async (wrong: object) => {
    const answer = await own.people.admin.ask("/api/people", { body: wrong });
    expect(answer.status, JSON.stringify(wrong)).toBe(400);
    const { code, details } = ErrorAnswer.parse(answer.json);
    expect(code).toBe("malformed_request");
    for (const { message } of details as { message: string }[]) expect(message).not.toBe("");
    expect(details).not.toEqual([]);
  };
  const bodies = fc.array(body, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(bodies, async (sample) => {
      await Promise.all(sample.map(expectRefusal));
    }),
    randomized({ default: 30 / AT_ONCE, nightly: 40 / AT_ONCE }),
  );
  expect(await snapshot()).toEqual(before);
});

function withValue(body: object, [first = "", ...rest]: string[], value: unknown): object {
  const fields = body as Record<string, unknown>;
  const next = rest.length > 0 ? withValue((fields[first] ?? {}) as object, rest, value) : value;
  return { ...fields, [first]: next };
}

async function snapshot(): Promise<object> {
  const [row] = await owner`
    select
      (select md5(string_agg(p::text, ',' order by p.id)) from public.people p
       where organization_id = ${own.id}) as people,
      (select count(*)::int from public.project_members where organization_id = ${own.id}) as members,
      (select count(*)::int from public.invitations where organization_id = ${own.id}) as invitations,
      (select count(*)::int from public.audit_events where organization_id = ${own.id}) as events`;
  return { ...row };
}
