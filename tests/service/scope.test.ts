import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ClientPortfolio, portfolio } from "../../supabase/functions/_domain/portfolio/contract.ts";
import { spine } from "../../supabase/functions/_domain/portfolio/spine-contract.ts";
import { owner } from "../support/database.ts";
import { askAs, callRoute, callRpc, codeOf } from "../support/http.ts";
import { makeOrganization, makeUser, signedIn } from "../support/own-organization.ts";
import { alderAndSlate, demoId, northlight, type PersonName, people } from "../support/personas.ts";

const insiders = ["admin", "lead", "member", "member2", "other_admin"] as const;

/** Queried by hand as the owner: the projects that a persona must see. */
async function projectsOf(persona: PersonName): Promise<{ id: string; code: string | null }[]> {
  const { organizationId, projectIds } = people[persona];
  const rows =
    projectIds.length > 0
      ? await owner`select id, code from public.projects where id in ${owner(projectIds)} order by id`
      : await owner`select id, code from public.projects where organization_id = ${organizationId} order by id`;
  return rows.map(({ id, code }) => ({ id, code }));
}

describe("the seeds", () => {
  test("member and member2 share one project and have three others each", async () => {
    const codes = async (persona: PersonName) =>
      (await projectsOf(persona)).map(({ code }) => code).sort();
    expect(await codes("member")).toEqual(["A11Y-01", "CRM-01", "READ-01", "SHOP-01"]);
    expect(await codes("member2")).toEqual(["BOOK-01", "DEAL-01", "SHOP-01", "SOCIAL-01"]);
    expect(await codes("admin")).toHaveLength(15);
    expect(await codes("other_admin")).toHaveLength(3);
  });

  test("both organizations have a project with the same code", async () => {
    const [row] = await owner`
      select count(distinct organization_id)::int as count from public.projects where code = 'SHOP-01'`;
    expect(row?.["count"]).toBe(2);
  });
});

describe.each(insiders)("%s", (persona) => {
  test("learns who they are, and their projects", async () => {
    const { json } = await callRoute(persona, "whoami");
    const { viewer, project_ids } = json as {
      viewer: { id: string; email: string; organization: { id: string } };
      project_ids: string[];
    };
    expect(viewer.id).toBe(people[persona].personId);
    expect(viewer.email).toBe(people[persona].email);
    expect(viewer.organization.id).toBe(people[persona].organizationId);
    expect(project_ids.sort()).toEqual((await projectsOf(persona)).map(({ id }) => id));
  });

  test("gets the portfolio of their projects, with sums that match its rows", async () => {
    const answer = portfolio.get.response.parse((await callRoute(persona, "portfolio")).json);
    if (answer.shape !== "full") throw new Error("The full portfolio was expected");
    const ids = (await projectsOf(persona)).map(({ id }) => id);
    expect(answer.projects.map(({ id }) => id).sort()).toEqual(ids);
    const rows = await owner`
      select projects.id, account_id,
        (select coalesce(sum(hours), 0)::float from public.time_entries where project_id = projects.id) as hours,
        (select count(*)::int from public.tasks where project_id = projects.id) as tasks,
        (select count(*)::int from public.tasks where project_id = projects.id
          and status not in ('done', 'cancelled')) as open
      from public.projects where id in ${owner(ids)}`;
    for (const row of rows) {
      const project = answer.projects.find(({ id }) => id === row["id"]);
      expect(project?.actual_hours).toBeCloseTo(row["hours"], 6);
      expect([project?.task_count, project?.open_task_count]).toEqual([row["tasks"], row["open"]]);
    }
    expect(answer.totals.actual_hours).toBeCloseTo(
      rows.reduce((sum, row) => sum + row["hours"], 0),
      6,
    );
    expect(answer.totals.project_count).toBe(ids.length);

    // Accounts and clients: those of the person's projects, or all of them for admins and leads.
    const accounts = answer.accounts.map(({ id }) => id);
    for (const project of answer.projects) expect(accounts).toContain(project.account_id);
    if (people[persona].projectIds.length > 0) {
      expect(accounts.sort()).toEqual([...new Set(rows.map((row) => row["account_id"]))].sort());
    }
  });

  test("gets the spine of exactly their projects", async () => {
    const answer = spine.get.response.parse((await callRoute(persona, "spine")).json);
    const ids = (await projectsOf(persona)).map(({ id }) => id);
    expect(answer.projects.map(({ id }) => id).sort()).toEqual(ids);
    const taskIds = answer.projects.flatMap(({ open_tasks }) => open_tasks.map(({ id }) => id));
    const [row] = await owner`
      select count(*)::int as count from public.tasks
      where id in ${owner(taskIds)} and project_id in ${owner(ids)}
        and status in ('open', 'in_progress', 'blocked')`;
    expect(row?.["count"]).toBe(taskIds.length);
  });

  test("gets no id of the other organization", async () => {
    const other = people[persona].organizationId === northlight ? alderAndSlate : northlight;
    const foreign = await owner<{ id: string }[]>`
      select id from public.projects where organization_id = ${other}
      union select id from public.people where organization_id = ${other}
      union select id from public.clients where organization_id = ${other}
      union select id from public.tasks where organization_id = ${other}`;
    for (const route of ["whoami", "portfolio", "spine", "portfolio-import"]) {
      const { text } = await callRoute(persona, route);
      expect(foreign.filter(({ id }) => text.includes(id))).toEqual([]);
    }
  });
});

describe("a client contact", () => {
  test("gets the narrow portfolio: these keys and no other, of their own client's projects", async () => {
    const { json, status } = await callRoute("client", "portfolio");
    expect(status).toBe(200);
    const answer = ClientPortfolio.parse(json);
    expect(Object.keys(json as object).sort()).toEqual(["projects", "shape"]);
    for (const project of answer.projects) {
      expect(Object.keys(project).sort()).toEqual([
        "account_name",
        "due_on",
        "id",
        "name",
        "starts_on",
        "status",
      ]);
    }
    const expected = await owner`
      select projects.id from public.projects join public.accounts on accounts.id = account_id
      where accounts.client_id = ${demoId(2, 1, 1)} order by projects.id`;
    expect(expected).toHaveLength(3);
    expect(answer.projects.map(({ id }) => id).sort()).toEqual(expected.map((row) => row["id"]));
  });

  test("gets the same from the SQL function: the allow-list is the database's", async () => {
    const [route, rpc] = [
      await callRoute("client", "portfolio"),
      await callRpc("client", "get_portfolio"),
    ];
    expect(rpc.json).toEqual(route.json);
  });

  test("gets no row of any base table, and neither spine nor imports", async () => {
    const tables = await owner<{ name: string; columns: string }[]>`
      select relname as name, string_agg(attname, ',') as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
        and has_column_privilege('authenticated', pg_class.oid, attnum, 'select')
      group by relname`;
    expect(tables.length).toBeGreaterThan(10);
    for (const { name, columns } of tables) {
      const answer = await askAs("client", `/rest/v1/${name}?select=${columns}`);
      expect([name, answer.status, answer.text]).toEqual([name, 200, "[]"]);
    }
    for (const route of ["spine", "portfolio-import"]) {
      const answer = await callRoute("client", route);
      expect([route, answer.status, codeOf(answer)]).toEqual([route, 403, "role_not_allowed"]);
    }
  });
});

describe("a user without a person", () => {
  test("an outsider gets 403 no_membership with the next step", async () => {
    for (const route of ["whoami", "portfolio", "spine", "portfolio-import"]) {
      const answer = await callRoute("outsider", route);
      expect([route, answer.status, codeOf(answer)]).toEqual([route, 403, "no_membership"]);
      expect(answer.text).toContain("Ask an admin for an invitation");
    }
  });

  test("claims that a user writes into their own token have no effect", async () => {
    const email = `${randomUUID()}@demo.test`;
    await makeUser(email);
    const claims = { role: "admin", organization_id: northlight, person_id: people.admin.personId };
    const before = await signedIn(email);
    const update = await before.ask("/auth/v1/user", { method: "PUT", body: { data: claims } });
    expect(update.status).toBe(200);
    const after = await signedIn(email);
    const answer = await after.ask("/api/portfolio");
    expect([answer.status, codeOf(answer)]).toEqual([403, "no_membership"]);
    expect((await after.ask("/rest/v1/people?select=id")).text).toBe("[]");
  });

  test("having a person's address does not make a user that person", async () => {
    // A known person without a sign-in: only an invitation's token links a user to them.
    const { id } = await makeOrganization();
    const email = `${randomUUID()}@demo.test`;
    await owner`insert into public.people ${owner({ organization_id: id, email, name: "Known", role: "admin", is_employee: true })}`;
    await makeUser(email);
    const answer = await (await signedIn(email)).ask("/api/whoami");
    expect([answer.status, codeOf(answer)]).toEqual([403, "no_membership"]);
  });
});
