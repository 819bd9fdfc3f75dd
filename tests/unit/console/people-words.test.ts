import { describe, expect, it } from "vitest";
import type { Access } from "../../../web/src/api/routes.ts";
import { accessInWords, compareAccess } from "../../../web/src/features/people/access-words.ts";
import {
  doneInWords,
  eventInWords,
  fieldsInWords,
  foreignChangesIn,
} from "../../../web/src/features/people/change-words.ts";
import { inverseOf } from "../../../web/src/features/people/inverse-change.ts";
import { formatDay } from "../../../web/src/format/dates.ts";

describe("eventInWords", () => {
  const words = (action: string, before: object | null, after: object | null, project?: string) =>
    eventInWords({ action, before: before as never, after: after as never }, project);

  it("follows the name of its actor", () => {
    expect(words("person.invited", null, { role: "lead" })).toBe("invited them as a lead");
    expect(words("invitation.accepted", {}, {})).toBe("accepted the invitation");
    expect(words("invitation.revoked", {}, {})).toBe("revoked the invitation");
    expect(words("person.role_changed", { role: "lead" }, { role: "member" })).toBe(
      "changed their role from Lead to Member",
    );
    expect(words("person.membership_changed", {}, { is_member: true }, "Shop")).toBe(
      "added them to Shop",
    );
    expect(words("person.membership_changed", {}, { is_member: false })).toBe(
      "removed them from a project",
    );
    expect(
      words("person.memberships_imported", {}, { is_member: true, project_ids: ["a", "b"] }),
    ).toBe("added them to 2 projects through an import");
    expect(words("person.memberships_imported", {}, { is_member: false, project_ids: ["a"] })).toBe(
      "removed them from 1 project by undoing an import",
    );
    expect(words("person.prompt_ownership_changed", {}, { is_prompt_owner: false })).toBe(
      "removed their prompt ownership",
    );
    const absence = {
      delegate: { name: "Ada" },
      first_on: "2026-11-28",
      last_on: "2026-12-04",
    };
    expect(words("person.delegated", {}, absence)).toBe(
      `delegated their cards to Ada, ${formatDay("2026-11-28")} to ${formatDay("2026-12-04")}`,
    );
  });

  it("names merged entries, former names and joined projects", () => {
    expect(words("person.renamed", { name: "M. Kay" }, { name: "Mira Kay" })).toBe(
      "renamed them from M. Kay to Mira Kay",
    );
    expect(words("person.email_changed", { email: null }, { email: "mira@demo.test" })).toBe(
      "gave them the email mira@demo.test",
    );
    expect(words("person.email_changed", { email: "mira@demo.test" }, { email: null })).toBe(
      "removed their email",
    );
    const merge = { survivor: { id: "s", name: "Mira Kay" } };
    expect(words("person.merged", {}, { merge })).toBe("merged them into Mira Kay");
    expect(words("person.unmerged", { merge }, {})).toBe("undid the merge into Mira Kay");
    expect(words("person.absorbed", {}, { absorbed: { name: "M. Kay" } })).toBe(
      "merged M. Kay into them",
    );
    expect(words("person.separated", {}, { separated: { name: "M. Kay" } })).toBe(
      "undid the merge of M. Kay",
    );
    expect(words("invitation.accepted", {}, { member_of: ["a", "b"] })).toBe(
      "accepted the invitation and joined 2 projects",
    );
  });

  it("names the memberships that ended with it", () => {
    expect(words("person.offboarded", { member_of: ["a", "b"] }, {})).toBe(
      "offboarded them and ended 2 memberships",
    );
    const before = { role: "member", member_of: ["a"] };
    expect(words("person.role_changed", before, { role: "client" })).toBe(
      "changed their role from Member to Client contact and ended 1 membership",
    );
    expect(words("person.role_changed", { client_id: "a" }, { client_id: "b" })).toBe(
      "moved them to another client",
    );
  });

  it("shows an unknown action, and facts of another shape, as far as it can", () => {
    expect(words("person.second_factor_reset", null, null)).toBe("person second factor reset");
    expect(words("person.role_changed", null, { role: "owner" })).toBe("changed their role");
  });
});

describe("a version_conflict", () => {
  it("names the changes; nothing if the details have another shape", () => {
    expect(foreignChangesIn(null)).toEqual([]);
    expect(foreignChangesIn({ changes: "x" })).toEqual([]);
    const changes = [{ version: 2, at: "2026-01-01", by: null, fields: {} }];
    expect(foreignChangesIn({ changes })).toEqual(changes);
  });

  it("describes fields in words", () => {
    expect(
      fieldsInWords({
        role: { from: "lead", to: "admin" },
        is_prompt_owner: { from: false, to: true },
        is_employee: { from: true, to: true },
      }),
    ).toBe("role from Lead to Admin, now owns the prompt");
    expect(fieldsInWords({ archived_at: { from: null, to: "2026" } })).toBe("offboarded");
    const token = { invitation_id: { from: null, to: "i" } };
    expect(fieldsInWords(token)).toBe("a new invitation");
    const acceptance = { ...token, user_id: { from: null, to: "u" } };
    expect(fieldsInWords(acceptance)).toBe("accepted the invitation");
    const merged = {
      archived_at: { from: null, to: "2026" },
      merged_into_id: { from: null, to: "x" },
    };
    expect(fieldsInWords(merged)).toBe("merged into another entry");
    expect(fieldsInWords({})).toBe("details");
  });
});

describe("inverseOf", () => {
  const lead = {
    id: "p",
    name: "Mira",
    email: null,
    role: "lead" as const,
    client_id: null,
    is_prompt_owner: false,
    merged_into_id: null,
  };

  it("undoes memberships, the prompt and roles", () => {
    const joining = { to: "membership", project_id: "x", is_member: true } as const;
    expect(inverseOf(lead, joining, "me")).toEqual({ ...joining, is_member: false });
    expect(inverseOf(lead, { to: "prompt_owner", is_prompt_owner: true }, "me")).toEqual({
      to: "prompt_owner",
      is_prompt_owner: false,
    });
    expect(inverseOf(lead, { to: "role", role: "member" }, "me")).toEqual({
      to: "role",
      role: "lead",
      client_id: null,
    });
    const contact = { ...lead, role: "client" as const, client_id: "acme" };
    expect(inverseOf(contact, { to: "role", role: "member" }, "me")).toMatchObject({
      role: "client",
      client_id: "acme",
    });
  });

  it("undoes a name, an email and a merge", () => {
    expect(inverseOf(lead, { to: "name", name: "Mona" }, "me")).toEqual({
      to: "name",
      name: "Mira",
    });
    expect(inverseOf(lead, { to: "email", email: "mira@demo.test" }, "me")).toEqual({
      to: "email",
      email: null,
    });
    expect(inverseOf(lead, { to: "merged", into_id: "x" }, "me")).toEqual({ to: "unmerged" });
    const merged = { ...lead, merged_into_id: "x" };
    expect(inverseOf(merged, { to: "unmerged" }, "me")).toEqual({ to: "merged", into_id: "x" });
  });

  it("offers no undo if part of the change would stay", () => {
    expect(inverseOf(lead, { to: "offboarded" }, "me")).toBeNull();
    const owner = { ...lead, is_prompt_owner: true };
    expect(inverseOf(owner, { to: "role", role: "member" }, "me")).toBeNull();
    expect(inverseOf(owner, { to: "role", role: "admin" }, "me")).not.toBeNull();
    expect(inverseOf(lead, { to: "role", role: "client", client_id: "acme" }, "me")).toBeNull();
  });

  it("offers no undo to an admin who stepped down", () => {
    const me = { ...lead, id: "me", role: "admin" as const };
    expect(inverseOf(me, { to: "role", role: "lead" }, "me")).toBeNull();
    expect(inverseOf(me, { to: "role", role: "lead" }, "another")).not.toBeNull();
  });
});

describe("doneInWords", () => {
  it("is a sentence about the person", () => {
    expect(doneInWords("Mira", { to: "role", role: "admin" })).toBe("Mira is now an admin.");
    const removal = { to: "membership", project_id: "x", is_member: false } as const;
    expect(doneInWords("Mira", removal, "Shop")).toBe("Mira is no longer a member of Shop.");
    expect(doneInWords("Mira", { to: "name", name: "Mona" })).toBe("Mira is now called Mona.");
    expect(doneInWords("Mira", { to: "merged", into_id: "x" }, "Mona")).toBe(
      "Mira is merged into Mona.",
    );
  });
});

describe("compareAccess", () => {
  it("marks what changes", () => {
    const before: Access = {
      role: "lead",
      project_count: 12,
      sees_whole_organization: true,
      sees_restricted: true,
      decides_approvals: true,
      owns_prompt: false,
      manages_people: false,
      client: null,
    };
    const after: Access = { ...before, role: null, project_count: 0, decides_approvals: false };
    const changedLines = compareAccess(before, after).filter((line) => line.isChanged);
    expect(accessInWords(before, after)).toBe(
      "Afterwards: Role: None (can't sign in); Sees: 0 projects; Approves proposals: No.",
    );
    expect(accessInWords(before, before)).toBe("Their access stays the same.");
    expect(changedLines).toEqual([
      { label: "Role", before: "Lead", after: "None (can't sign in)", isChanged: true },
      { label: "Sees", before: "12 projects", after: "0 projects", isChanged: true },
      { label: "Approves proposals", before: "Yes", after: "No", isChanged: true },
    ]);
  });
});
