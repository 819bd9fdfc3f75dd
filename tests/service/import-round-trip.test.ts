/** Exported tables, and a project under the console's labels, come back without a change. */
import { describe, expect, test } from "vitest";
import { ImportResult } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import {
  type ImportField,
  importFieldLabels,
} from "../../supabase/functions/_domain/portfolio/import-fields.ts";
import { priorityLabels } from "../../supabase/functions/_domain/portfolio/import-words.ts";
import { owner } from "../support/database.ts";
import { hoursHeader, portfolioHeader, tasksHeader } from "../support/own-exports.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, portfolioState } from "./import-file.ts";

const row: Partial<Record<ImportField, string>> = {
  client_name: "Meadow Foods",
  account_name: "Meadow web",
  project_code: "MF-1",
  project_name: "Spring site",
  project_status: "on_hold",
  project_starts_on: "2026-04-01",
  project_due_on: "2026-06-30",
  project_budget_hours: "120.5",
  project_budget_amount: "9000",
  project_members: "Ada Example; Ben Sample",
  task_key: "K-1",
  task_title: "Draw the menu",
  task_status: "in_progress",
  task_category: "Design",
  task_subcategory: "Pages",
  task_priority: "2",
  task_estimate_hours: "8",
  task_estimated_on: "2026-04-02",
  task_started_on: "2026-04-03",
  task_due_on: "2026-04-30",
  task_completed_on: "",
  task_assignee: "Ada Example",
  task_assignee_email: "ada@example.test",
  entry_key: "E-1",
  person: "Ben Sample",
  person_email: "ben@example.test",
  hours: "2.25",
  spent_on: "2026-04-13",
  note: "First draft, two pages",
};

test("every label maps, and the stored values need no change", async () => {
  const own = await makeOrganization();
  const fields = Object.keys(importFieldLabels) as ImportField[];
  const csvLine = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(",");
  const file = (cells: (field: ImportField) => string) =>
    `${csvLine(fields.map((field) => importFieldLabels[field]))}\n${csvLine(fields.map(cells))}\n`;

  const result = ImportResult.parse(
    (await importFile(own.people.lead, { file: file((field) => row[field] ?? ""), mode: "apply" }))
      .json,
  );
  expect(result.unused).toEqual([]);
  expect(result.run.counts?.rows).toEqual({ create: 1, update: 0, unchanged: 0, skipped: 0 });

  const [storedRow] = await owner`
    select clients.name as client_name, accounts.name as account_name, projects.code as project_code,
      projects.name as project_name, projects.status as project_status, projects.starts_on::text as project_starts_on,
      projects.due_on::text as project_due_on, projects.budget_hours::text as project_budget_hours,
      projects.budget_amount::text as project_budget_amount,
      (select string_agg(people.name, '; ') from public.project_members join public.people on people.id = person_id
       where project_id = projects.id) as project_members,
      tasks.external_key as task_key, tasks.title as task_title, tasks.status as task_status,
      tasks.category as task_category, tasks.subcategory as task_subcategory, tasks.priority::text as task_priority,
      tasks.estimate_hours::text as task_estimate_hours, tasks.estimated_on::text as task_estimated_on,
      tasks.started_on::text as task_started_on, tasks.due_on::text as task_due_on,
      tasks.completed_on::text as task_completed_on, assignees.name as task_assignee,
      assignees.email as task_assignee_email,
      replace(time_entries.external_key, 'entry:e', 'E') as entry_key, workers.name as person, workers.email as person_email,
      time_entries.hours::text as hours, time_entries.spent_on::text as spent_on, time_entries.note
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    join public.clients on clients.id = accounts.client_id
    join public.tasks on tasks.project_id = projects.id
    join public.people as assignees on assignees.id = tasks.assignee_id
    join public.time_entries on time_entries.task_id = tasks.id
    join public.people as workers on workers.id = time_entries.person_id
    where projects.organization_id = ${own.id} and projects.code = 'MF-1'`;

  // As the console writes it: statuses and priorities by their labels.
  const cellOf = (field: ImportField) => {
    const value = (storedRow?.[field] as string | null) ?? "";
    if (field === "task_priority") return priorityLabels[Number(value) - 1] ?? "";
    if (!field.endsWith("_status")) return value;
    return value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");
  };
  const before = await portfolioState(own.id);
  const mapping = { ...result.mapping, memberships: "all" };
  const again = ImportResult.parse(
    (await importFile(own.people.lead, { file: file(cellOf), mapping, mode: "apply" })).json,
  );
  expect(again.run.validation).toEqual({ problem_count: 0, problems: [] });
  expect(again.run.counts?.rows).toEqual({ create: 0, update: 0, unchanged: 1, skipped: 0 });
  expect(again.run.counts?.memberships).toMatchObject({ create: 0, unchanged: 2 });
  expect(await portfolioState(own.id)).toEqual(before);
});

describe("an exported table is imported without a change", () => {
  /** The rows in the columns that the console exports. */
  const csvOf = (header: string, rows: Record<string, string | number | null>[]) =>
    [
      header,
      ...rows.map((row) =>
        header
          .split(",")
          .map((name) => row[name] ?? "")
          .join(","),
      ),
    ].join("\r\n");

  async function importAgain(
    own: OwnOrganization,
    file: string,
    unused: string[],
    mapping?: object,
  ): Promise<void> {
    const before = await portfolioState(own.id);
    const answer = await importFile(own.people.lead, {
      file: `\uFEFF${file}`,
      mode: "apply",
      ...(mapping && { mapping }),
    });
    const result = ImportResult.parse(answer.json);
    expect(result.run.validation).toEqual({ problem_count: 0, problems: [] });
    expect(result.unused).toEqual(unused);
    expect(result.run.counts?.rows).toMatchObject({ create: 0, update: 0, skipped: 0 });
    expect(result.run.counts?.rows?.unchanged).toBeGreaterThan(1);
    expect(await portfolioState(own.id)).toEqual(before);
  }

  test("tasks, with and without a key of another tool, and two with the same title", async () => {
    const own = await makeOrganization();
    await owner`insert into public.tasks ${owner(
      [
        {
          title: "Call",
          external_key: "K-1",
          status: "blocked",
          priority: 1,
          due_on: "2026-05-01",
        },
        { title: "Call", external_key: null, status: "done", priority: null, due_on: null },
      ].map((task) => ({ ...task, organization_id: own.id, project_id: own.alphaId })),
    )}`;
    const rows = await owner`
      select tasks.title as "Task", tasks.id as "Task key", projects.name as "Project",
        initcap(replace(tasks.status::text, '_', ' ')) as "Status", people.name as "Assignee",
        tasks.due_on::text as "Due", tasks.priority as "Priority", tasks.estimate_hours::text as "Estimate", 2.5 as "Hours"
      from public.tasks join public.projects on projects.id = tasks.project_id
      left join public.people on people.id = tasks.assignee_id
      where tasks.organization_id = ${own.id}`;
    await importAgain(own, csvOf(tasksHeader, rows as never), [
      ...["Parent task", "Labels", "Hours", "Updated"],
    ]);
  });

  test("hours of a project, with and without a column for it", async () => {
    const own = await makeOrganization();
    const [task] = await owner<{ id: string }[]>`
      select id from public.tasks where project_id = ${own.alphaId} limit 1`;
    const entry = {
      organization_id: own.id,
      project_id: own.alphaId,
      person_id: own.people.member.id,
      task_id: task?.id ?? null,
      spent_on: "2026-04-13",
      hours: 2,
      note: null,
    };
    // Two entries that are equal, one without a task, and one with a note that a spreadsheet would run.
    await owner`insert into public.time_entries ${owner([
      entry,
      entry,
      { ...entry, task_id: null },
      { ...entry, hours: 1.25, note: "=1+1" },
    ])}`;
    const rows = await owner`
      select entries.spent_on::text as "Day", tasks.title as "Work",
        regexp_replace(entries.note, '^=', chr(39) || '=') as "Note", tasks.id as "Task key", entries.id as "Entry key",
        projects.name as "Project", people.name as "Person", entries.hours::text as "Hours"
      from public.time_entries as entries
      join public.projects on projects.id = entries.project_id
      join public.people on people.id = entries.person_id
      left join public.tasks on tasks.id = entries.task_id
      where entries.project_id = ${own.alphaId}
      order by entries.spent_on desc, entries.id desc`;
    expect(rows.length).toBeGreaterThan(4);
    await importAgain(own, csvOf(hoursHeader, rows as never), []);
    const column = (name: string) => ({ column: name });
    await importAgain(own, csvOf(hoursHeader, rows as never), ["Work", "Task key", "Project"], {
      fields: {
        project_name: { value: rows[0]?.["Project"] },
        entry_key: column("Entry key"),
        person: column("Person"),
        hours: column("Hours"),
        spent_on: column("Day"),
        note: column("Note"),
      },
    });
  });

  test("the portfolio", async () => {
    const own = await makeOrganization();
    await owner`update public.projects set due_on = '2026-06-30' where id = ${own.alphaId}`;
    const rows = await owner`
      select projects.name as "Project", projects.code as "Code", clients.name as "Client", accounts.name as "Account",
        initcap(replace(projects.status::text, '_', ' ')) as "Status", projects.due_on::text as "Due", 120 as "Planned hours"
      from public.projects join public.accounts on accounts.id = projects.account_id
      join public.clients on clients.id = accounts.client_id where projects.organization_id = ${own.id}`;
    await importAgain(own, csvOf(portfolioHeader, rows as never), [
      ...["Health", "Risk", "Tier", "Service line", "Lead", "Planned hours", "Actual hours"],
      ...["Open tasks", "Activity"],
    ]);
  });
});
