/** A month of the demo agency at its vendors. The same seed and time create the same records. */

import { numbersOf } from "../faults.ts";
import { harvestUserId } from "../harvest.ts";
import type { Person, Truth } from "../records.ts";
import {
  clients,
  contacts,
  demoDirectory,
  folderIdOf,
  harvestProjectIdOf,
  inboundHost,
  linearTeam,
  listIdOf,
  people,
  projects,
  teamCalendar,
} from "./demo-agency.ts";
import { documentsOf, emailsOf } from "./demo-texts.ts";
import { meetingScripts } from "./meeting-scripts.ts";

export { demoDirectory };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 30;
const everybody: Record<string, Person> = { ...people, ...contacts };

export function seedDemoMonth(truth: Truth, seed: number): void {
  const { clock } = truth;
  const step = clock.step;
  // The records are dated in the past, so creating them takes no time.
  clock.step = 0;
  const today = Math.floor(clock.now() / DAY) * DAY;
  const random = numbersOf(seed);
  seedMeetings(truth, today);
  seedTasks(truth, today, random);
  seedEvents(truth, today);
  seedHours(truth, today, random);
  seedFiles(truth, today);
  seedCrm(truth, today);
  seedEmails(truth, today);
  clock.step = step;
}

function seedMeetings({ meetings }: Truth, today: number): void {
  for (const script of meetingScripts) {
    const start = today - script.daysAgo * DAY + script.hour * HOUR;
    const end = start + script.minutes * 60_000;
    const speakers = [...new Set(script.lines.map(([name]) => name))];
    meetings.create(
      {
        title: script.title,
        recordedBy: people[script.recordedBy],
        invitees: speakers.map((name) => everybody[name] as Person),
        start,
        end,
        transcript: script.lines.map(([name, text], index) => ({
          speaker: everybody[name] as Person,
          text,
          second: 20 + index * 25,
        })),
        summary: script.summary,
        actionItems: script.actions.map(([description, assignee], index) => ({
          description,
          assignee: assignee && people[assignee],
          second: 60 + index * 45,
          completed: false,
        })),
      },
      { at: end + 10 * 60_000 },
    );
  }
}

const WORK = [
  "Draft the concept",
  "Review the concept with the client",
  "Design the main pages",
  "Build the first version",
  "Connect the data",
  "Test on phones",
  "Correct the findings",
  "Write the handover",
];
const STATUSES = ["complete", "in progress", "to do"] as const;

function seedTasks(
  { clickUpTasks, linearIssues }: Truth,
  today: number,
  random: () => number,
): void {
  projects.forEach(({ name, members }, index) => {
    const doneCount = 2 + Math.floor(random() * 4);
    WORK.forEach((work, number) => {
      const assignee = people[members[number % members.length] ?? "jonas"].email;
      const at = today - DAYS * DAY + number * 3 * DAY + index * HOUR;
      const status = STATUSES[number < doneCount ? 0 : number === doneCount ? 1 : 2];
      clickUpTasks.create(
        {
          listId: listIdOf(index),
          name: `${work}: ${name}`,
          description: `${work} for ${name}.`,
          status,
          assignees: number === WORK.length - 1 ? [] : [assignee],
          tags: number === 6 ? ["bug"] : [],
          parent: null,
          dueDate: number % 4 === 3 ? null : at + 14 * DAY,
          estimateHours: 2 + Math.floor(random() * 10),
          isArchived: false,
        },
        { at },
      );
    });
  });
  const bugs = [
    "Sign-in loops after a password reset",
    "Search ignores umlauts",
    "Report shows last month twice",
    "Upload stops at ten megabytes",
  ];
  bugs.forEach((title, number) => {
    linearIssues.create(
      {
        teamId: linearTeam.id,
        title,
        description: `Reported by the client. ${title}.`,
        state: number === 0 ? "Done" : number === 1 ? "In Progress" : "Backlog",
        assignee: number < 2 ? people.theo.email : null,
        labels: ["Bug"],
        dueDate: null,
        estimate: 1 + number,
        projectId: null,
        parentId: null,
      },
      { at: today - (20 - number * 4) * DAY },
    );
  });
}

function seedEvents({ googleEvents, graphEvents }: Truth, today: number): void {
  const event = (
    title: string,
    start: number,
    minutes: number,
    attendees: Person[],
    isPrivate = false,
  ) => ({
    calendarId: teamCalendar,
    formerCalendars: [],
    title,
    description: "",
    location: "",
    start,
    end: start + minutes * 60_000,
    isAllDay: false,
    attendees,
    organizer: attendees[0] ?? people.nora,
    visibility: isPrivate ? ("private" as const) : ("default" as const),
    isBusy: true,
    status: "confirmed" as const,
    recurringId: null,
  });
  for (const script of meetingScripts) {
    const start = today - script.daysAgo * DAY + script.hour * HOUR;
    const attendees = [...new Set(script.lines.map(([name]) => name))].map(
      (name) => everybody[name] as Person,
    );
    googleEvents.create(event(script.title, start, script.minutes, attendees), {
      at: start - 7 * DAY,
    });
  }
  projects.forEach(({ name, contact, members }, index) => {
    const attendees = [...members.map((member) => people[member]), contacts[contact]];
    const start = workday(today, index + 1) + (8 + (index % 5)) * HOUR;
    googleEvents.create(event(`${name}: weekly call`, start, 30, attendees), {
      at: today - 3 * DAY,
    });
  });
  // Every colleague has working sessions for projects in their own calendar, starting a week ago.
  for (const [index, person] of Object.values(people).entries()) {
    for (let day = 0; day < 15; day++) {
      const start = workday(today - 7 * DAY, day) + (7 + ((index + day * 2) % 7)) * HOUR;
      const { name } = projects[(index + day) % projects.length] ?? { name: "Project" };
      const session = event(`${name}: working session`, start, 60 + 30 * (day % 3), [person]);
      googleEvents.create(
        { ...session, calendarId: person.email },
        {
          at: Math.min(start, today) - DAY,
        },
      );
    }
  }
  for (const [index, person] of [people.nora, people.jonas, people.mira].entries()) {
    const start = workday(today, index + 1) + 15 * HOUR;
    const appointment = event("Doctor's appointment", start, 60, [person], true);
    googleEvents.create({ ...appointment, calendarId: person.email }, { at: today - 2 * DAY });
    graphEvents.create(
      { ...event("Focus time", start - 4 * HOUR, 120, [person]), calendarId: person.email },
      { at: today - 2 * DAY },
    );
  }
}

/** The day that comes `count` working days after today, or after the next working day if today is not one. */
function workday(today: number, count: number): number {
  let day = today;
  for (let remaining = count; isWeekend(day) || remaining > 0; day += DAY)
    if (!isWeekend(day)) remaining--;
  return day;
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay());

function seedHours({ timeEntries }: Truth, today: number, random: () => number): void {
  const colleagues = Object.keys(people);
  for (let day = DAYS; day >= 1; day--) {
    const at = today - day * DAY;
    if (isWeekend(at)) continue;
    projects.forEach(({ members }, index) => {
      for (const member of members) {
        if (random() < 0.5) continue;
        const hours = Math.round((0.5 + random() * 4) * 4) / 4;
        const task =
          ["Design", "Development", "Project management", "Testing"][Math.floor(random() * 4)] ??
          "Design";
        timeEntries.create(
          {
            userId: harvestUserId(colleagues.indexOf(member)),
            projectId: harvestProjectIdOf(index),
            taskName: task,
            spentOn: new Date(at).toISOString().slice(0, 10),
            hours,
            notes: random() < 0.4 ? `${task} for ${projects[index]?.name}` : "",
            isBillable: task !== "Project management",
          },
          { at: at + 16 * HOUR },
        );
      }
    });
  }
}

function seedFiles({ driveFiles }: Truth, today: number): void {
  projects.forEach((project, index) => {
    for (const [number, file] of documentsOf(project).entries()) {
      driveFiles.create(
        {
          ...file,
          folderId: folderIdOf(index),
          isTrashed: false,
          isShared: true,
          owner: people[project.members[0] ?? "jonas"],
        },
        { at: today - (25 - index - number * 4) * DAY },
      );
    }
  });
}

function seedCrm({ companies, contacts: crmContacts, deals }: Truth, today: number): void {
  clients.forEach(({ name, contact, domain }, index) => {
    const at = today - (28 - index) * DAY;
    const company = companies.create(
      {
        properties: { name, domain, city: "Hamburg", lifecyclestage: "customer" },
        companyId: null,
      },
      { at },
    );
    const person = contacts[contact];
    const [firstname = "", lastname = ""] = person.name.split(" ");
    const properties = { email: person.email, firstname, lastname, jobtitle: "Project owner" };
    crmContacts.create({ properties, companyId: company.id }, { at: at + HOUR });
    deals.create(
      {
        properties: {
          dealname: `${name}: next phase`,
          amount: String(12_000 + index * 4_500),
          closedate: new Date(today + (20 + index * 7) * DAY).toISOString(),
          dealstage: index % 2 === 0 ? "contractsent" : "qualifiedtobuy",
          pipeline: "default",
        },
        companyId: company.id,
      },
      { at: at + 2 * HOUR },
    );
  });
}

function seedEmails({ receivedEmails, gmailMessages }: Truth, today: number): void {
  for (const [index, { daysAgo, from, subject, text, attachments }] of emailsOf().entries()) {
    const receivedAt = today - daysAgo * DAY + 7 * HOUR + index * 60_000;
    const email = {
      from: contacts[from],
      cc: [],
      subject,
      text,
      messageId: `<${seedId(index)}@${contacts[from].email.split("@")[1]}>`,
      inReplyTo: null,
      headers: {},
      attachments,
      receivedAt,
    };
    const inbound = {
      ...email,
      to: [{ name: "Northlight", email: "projects@inbound.demo.test" }],
      // Every sender of this month is verified.
      headers: {
        "Authentication-Results": `${inboundHost}; dmarc=pass header.from=${contacts[from].email.split("@")[1]}`,
      },
    };
    receivedEmails.create(inbound, { at: receivedAt });
    if (index % 2 === 1) continue;
    const to = [{ name: "Northlight office", email: "office@demo.test" }];
    const threadId = `19thread${index}`;
    gmailMessages.create(
      { ...email, to, threadId, labelIds: ["INBOX", "UNREAD"] },
      { at: receivedAt },
    );
  }
}

const seedId = (index: number) => `mail-${String(index + 1).padStart(3, "0")}`;
