import { describe, expect, it } from "vitest";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { portfolio } from "../../../supabase/functions/_domain/portfolio/contract.ts";
import { type Answer, get, type Row, rows, rpc } from "../answers.ts";
import {
  expectAccessible,
  focused,
  inEveryLook,
  openConsole,
  reopen,
  screenshot,
  settled,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { defaultSettings } from "../fixtures/settings.ts";

const list = "/settings/people";

function row(number: number, name: string, fields: Partial<Row<"people">> = {}): Row<"people"> {
  return {
    id: idOf(5, number),
    user_id: null,
    name,
    email: `${name.split(" ")[0]?.toLowerCase()}@example.test`,
    role: "member",
    is_employee: true,
    is_prompt_owner: false,
    client_id: null,
    version: 1,
    created_at: "2026-05-04T09:00:00+00:00",
    archived_at: null,
    ...fields,
  };
}

/** People in every state, some of them on projects. */
const everybody = [
  ...Object.values(people).map(({ organization: _, ...person }) => ({
    ...row(0, person.name),
    ...person,
    is_employee: person.role !== "client",
    client_id: person.role === "client" ? idOf(2, 1) : null,
  })),
  row(11, "Bela Horvath", { role: "lead" }),
  row(12, "Tove Sandberg", { is_employee: false }),
  row(13, "Rafael Moreno", { archived_at: "2026-09-30T10:00:00Z" }),
  row(14, "Ines Carvalho"),
];
const ines = idOf(5, 14);

const invitation = (number: number, person: number, name: string, expires_at: string) => ({
  id: idOf(9, number),
  person_id: idOf(5, person),
  email: `${name}@example.test`,
  invited_by: people.admin.id,
  created_at: "2026-10-01T10:00:00Z",
  expires_at,
  accepted_at: null,
  revoked_at: null,
});

/** Projects of people, by their place in the fixture. */
const memberships: Record<string, number[]> = {
  [idOf(5, 12)]: [0, 1, 2],
  [ines]: [0, 3],
  [people.member.id]: [2],
};

const withEmbedded = (person: Row<"people">) => ({
  ...person,
  client: person.client_id ? { name: projects[0]?.client_name } : null,
  memberships: (memberships[person.id ?? ""] ?? []).map((index) => ({
    project_id: projects[index]?.id,
  })),
});

const answers: Answer[] = [
  rows("people", everybody.map(withEmbedded)),
  rows("invitations", [
    invitation(1, 11, "bela", "2026-10-08T10:00:00Z"),
    invitation(2, 14, "ines", "2099-10-08T10:00:00Z"),
  ]),
  rows("audit_events", []),
  rpc("get_person_profile", { picture: null, has_second_factor: false }),
  get(settings, { settings: defaultSettings }),
];

describe("who finds people", () => {
  it("a member has no settings, and a client contact neither", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await openConsole(list, { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
    const narrow = get(portfolio, { shape: "client", projects: [] });
    await openConsole(list, { as: people.client, answers: [narrow] });
    await page.getByRole("heading", { level: 1, name: "Your projects" }).waitFor();
  });

  it("a lead sees everyone, and neither invites nor changes them", async () => {
    const page = await openConsole("/portfolio", { answers });
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: people.member.name }).click();
    await page.getByRole("heading", { name: people.member.name }).waitFor();
    await page.getByRole("heading", { name: /Member of/ }).waitFor();
    expect(await page.getByRole("button", { name: "Change role" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Offboard" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Invite" }).count()).toBe(0);
    await openConsole(`${list}/invite`, { answers });
    await page.getByText("Only admins can invite people.").waitFor();
  });
});

describe("the list", () => {
  it("filters and order live in the address and survive a reload", async () => {
    const page = await openConsole(list, { as: people.admin, answers });
    await page.getByLabel("Search people").fill("max");
    await page.waitForURL(/q=max/);
    await page.getByText("Member", { exact: true }).first().click();
    await page.getByRole("button", { name: "Projects" }).click();
    await page.waitForURL(/sort=projects/);
    await page.getByRole("button", { name: "Projects" }).click();
    await page.waitForURL(/dir=desc/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: "max",
      role: "member",
      sort: "projects",
      dir: "desc",
    });
    await reopen(page);
    await page.getByText(/^1 of \d$/).waitFor();
    await page.getByRole("link", { name: people.member.name }).click();
    await page.getByRole("heading", { name: people.member.name }).waitFor();
    await expect.poll(() => focused(page)).toBe(people.member.name);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: people.member.name }).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe(people.member.name);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("projects");
  });

  it("the palette opens the people and the invitation form", async () => {
    const page = await openConsole("/portfolio", { as: people.admin, answers });
    for (const [text, heading] of [
      ["people", "People"],
      ["invite", "Invite a person"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: new RegExp(`^${heading}`) }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  it("the list, a person and the form are accessible in every look", async () => {
    const page = await openConsole(list, { as: people.admin, answers });
    await page.getByText("Invitation expired").nth(1).waitFor();
    await inEveryLook(page, async (look) => {
      // A phone shows cards in place of the table.
      await expectAccessible(page, `people ${look}`, { everyRule: look.startsWith("390") });
      await screenshot(page, `people-${look}`);
    });
    await page.getByRole("link", { name: "Ines Carvalho" }).click();
    await inEveryLook(page, async (look) => {
      await page.getByRole("heading", { name: "Ines Carvalho" }).waitFor();
      await settled(page);
      await expectAccessible(page, `person ${look}`);
      await screenshot(page, `person-${look}`);
    });
    await openConsole(`${list}/invite`, { as: people.admin, answers });
    await inEveryLook(page, async (look) => {
      await page.getByRole("heading", { name: "Invite a person" }).waitFor();
      await expectAccessible(page, `invite ${look}`);
      await screenshot(page, `invite-${look}`);
    });
  });
});

describe("how approvals are decided", () => {
  it("a lead sees its state, and changes nothing", async () => {
    const forbidding = get(settings, {
      settings: { ...defaultSettings, forbids_self_approval: true, version: 1 },
    });
    const page = await openConsole("/settings/approvals", { answers: [forbidding, ...answers] });
    await page.getByText("Only admins change this setting.").first().waitFor();
    const own = page.getByRole("switch", { name: "Forbid self-approval" });
    await expect.poll(() => own.isChecked()).toBe(true);
    expect(await own.isDisabled()).toBe(true);
  });
});
