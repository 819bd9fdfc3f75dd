/**
 * The bundled demo dataset: an invented agency as its lead would see it. It is served if no identity provider is
 * configured and the operator set a token, and never comes from a database. Days are relative to today.
 */
import type { Enums } from "../../_schema/database.types.ts";
import type { Passage, Spine } from "../chat/context.ts";

type Project = Spine["projects"][number];
type TaskStatus = Project["open_tasks"][number]["status"];

/** Kinds as in the demo agency's ids: 1 organization, 2 client, 3 account, 4 project, 5 person, 7 task, 8 update, 9 source, 10 passage, 11 card, 12 conversation. */
export const idOf = (kind: number, number: number) =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(900_000 + number).padStart(12, "0")}`;
const person = (number: number, name: string) => ({ id: idOf(5, number), name });

const viewer = { ...person(1, "Edda Morvane"), role: "lead" as const };
const tobin = person(2, "Tobin Ashgrove");
const lenka = person(3, "Lenka Dorvall");
const sami = person(4, "Sami Berrando");
export const demoPeople = { tobin, lenka, sami };

const clients = {
  harbour: { id: idOf(2, 1), name: "Harbourlight Ferries" },
  orchard: { id: idOf(2, 2), name: "Orchard & Vane" },
};
const accounts: Spine["accounts"] = [
  {
    id: idOf(3, 1),
    name: "Passenger services",
    client: clients.harbour,
    operating_profile: null,
  },
  { id: idOf(3, 2), name: "Online shop", client: clients.orchard, operating_profile: null },
];

export type DemoPassage = Passage & { kind: Enums<"source_kind"> };

export function demoDataset(now: Date): { spine: Spine; passages: DemoPassage[] } {
  const day = (offset: number) =>
    new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const projects = [
    project({
      number: 1,
      code: "FERRY-01",
      name: "Ticket app",
      summary:
        "Passengers buy, change and show tickets on the phone, even where there is no signal.",
      account: 1,
      lead: viewer,
      due: day(40),
      budget: [420, 46_200],
      spent: 318.5,
      tasks: [
        ["Offline tickets on old phones", "blocked", tobin, day(-3), 24],
        ["Refund form for cancelled sailings", "in_progress", lenka, day(6), 16],
        ["Store listing in three languages", "open", null, day(20), 8],
      ],
      people: [viewer, tobin, lenka],
      update: {
        author: viewer,
        health: "at_risk",
        summary: "The ticket check works at the pier, but old phones lose tickets without signal.",
        risks: "The payment provider has not confirmed refunds yet.",
        next_steps: "Test with the crew on two boats next week.",
      },
    }),
    project({
      number: 2,
      code: "FERRY-02",
      name: "Timetable website",
      summary: "One page with all sailings, delays and prices.",
      account: 1,
      lead: viewer,
      due: day(-4),
      budget: [160, 17_600],
      spent: 171,
      tasks: [["Delay notices from the harbour office", "in_progress", sami, day(-4), 12]],
      people: [viewer, sami],
      update: {
        author: sami,
        health: "off_track",
        summary: "Everything is live except delay notices: the harbour office changed its feed.",
        risks: null,
        next_steps: "Agree on the new feed on Thursday.",
      },
    }),
    project({
      number: 3,
      code: "SHOP-07",
      name: "Autumn shop refresh",
      summary: "New product pages and a faster checkout before the apple season.",
      account: 2,
      lead: viewer,
      due: day(75),
      budget: [240, 26_400],
      spent: 62,
      tasks: [
        ["Checkout with three steps", "in_progress", lenka, day(12), 32],
        ["Photos of the new range", "open", sami, day(25), null],
      ],
      people: [viewer, lenka, sami],
      update: {
        author: lenka,
        health: "on_track",
        summary: "Product pages are approved; the checkout prototype is with the client.",
        risks: null,
        next_steps: "Usability test with six customers.",
      },
    }),
  ];
  return {
    spine: {
      viewer,
      as: null,
      organization: {
        id: idOf(1, 1),
        name: "Bramblewick Studio",
        currency: "EUR",
        time_zone: "Etc/UTC",
      },
      today: day(0),
      accounts,
      projects,
      left_out: { projects: 0, open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
    },
    passages: texts.map(([number, projectNumber, kind, title, ago, location, content]) => ({
      passageId: idOf(10, number),
      sourceId: idOf(9, number),
      projectId: idOf(4, projectNumber),
      kind,
      title,
      content,
      location,
      occurredAt: `${day(-ago)}T09:00:00Z`,
    })),
  };

  function project(sample: {
    number: number;
    code: string;
    name: string;
    summary: string;
    account: number;
    lead: { id: string; name: string };
    due: string;
    budget: [hours: number, amount: number];
    spent: number;
    tasks: [
      title: string,
      TaskStatus,
      { id: string; name: string } | null,
      due: string,
      hours: number | null,
    ][];
    people: { id: string; name: string }[];
    update: Pick<
      Project["status_updates"][number],
      "author" | "health" | "summary" | "risks" | "next_steps"
    >;
  }): Project {
    const { number, tasks, people, update, budget, spent, lead } = sample;
    const openTasks = tasks.map(([title, status, assignee, dueOn, hours], index) => ({
      id: idOf(7, number * 10 + index),
      title,
      status,
      priority: null,
      assignee,
      due_on: dueOn,
      is_past_due: dueOn < day(0),
      estimate_hours: hours,
    }));
    return {
      id: idOf(4, number),
      code: sample.code,
      name: sample.name,
      summary: sample.summary,
      status: "active",
      account_id: idOf(3, sample.account),
      lead,
      starts_on: day(-60),
      due_on: sample.due,
      last_activity_on: day(-1),
      classification: null,
      burn: {
        budget_hours: budget[0],
        budget_amount: budget[1],
        estimate_hours: openTasks.reduce((sum, { estimate_hours: hours }) => sum + (hours ?? 0), 0),
        actual_hours: spent,
        hours_last_30_days: spent / 2,
        percent_of_budget: Math.round((spent / budget[0]) * 1_000) / 10,
        last_entry: null,
      },
      task_count: openTasks.length,
      open_items: {
        open: openTasks.length,
        blocked: openTasks.filter(({ status }) => status === "blocked").length,
        past_due: openTasks.filter((task) => task.is_past_due).length,
        without_assignee: openTasks.filter(({ assignee }) => assignee === null).length,
        stale: 0,
        unverified: 0,
      },
      open_tasks: openTasks,
      people: people.map((person) => ({
        ...person,
        role: person.id === lead.id ? "lead" : "member",
        hours_last_30_days: Math.round((spent / 2 / people.length) * 10) / 10,
      })),
      status_updates: [{ id: idOf(8, number), created_at: `${day(-2)}T15:30:00Z`, ...update }],
      activity: [],
      left_out: { open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
    };
  }
}

type Text = [
  number: number,
  project: number,
  kind: DemoPassage["kind"],
  title: string,
  daysAgo: number,
  location: Record<string, unknown>,
  content: string,
];
const texts: Text[] = [
  [
    1,
    1,
    "meeting",
    "Ticket app, weekly call",
    2,
    { speaker: "Tobin Ashgrove", at: "00:07:40" },
    "Tickets vanish on phones that are older than five years when the boat leaves the signal. We keep a copy in the phone's own storage from the next build on. The crew tests it on two boats.",
  ],
  [
    2,
    1,
    "document",
    "Ticket app: agreed scope",
    55,
    { page: 2 },
    "The app sells single and day tickets. Season tickets are not part of this project. Refunds for cancelled sailings are paid within five working days.",
  ],
  [
    3,
    1,
    "email",
    "Refunds",
    5,
    {},
    "The payment provider asks for a signed form before refunds can be switched on. We expect the answer of its legal team by the end of the month.",
  ],
  [
    4,
    2,
    "meeting",
    "Timetable website, harbour office",
    4,
    { speaker: "Sami Berrando", at: "00:21:05" },
    "The harbour office replaced its feed without notice. Delays arrive as text now, not as minutes. The new feed is agreed on Thursday, and notices go live two days later.",
  ],
  [
    5,
    2,
    "note",
    "Why the budget is over",
    3,
    {},
    "Eleven hours went into the first feed, which is of no use anymore. The client agreed that the new feed is paid from the maintenance budget.",
  ],
  [
    6,
    3,
    "document",
    "Autumn shop refresh: brief",
    30,
    { heading: "Goals" },
    "The checkout takes three steps instead of six. Product pages load within two seconds on a phone. Everything is live before the apple season begins.",
  ],
  [
    7,
    3,
    "meeting",
    "Shop refresh, design review",
    6,
    { speaker: "Lenka Dorvall", at: "00:14:20" },
    "The client approved the product pages. For the checkout they want to see a usability test with six customers before they decide.",
  ],
];
