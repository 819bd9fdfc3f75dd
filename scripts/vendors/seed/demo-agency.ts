/** The agency Northlight of supabase/seed.sql as its vendors know it: people, projects, lists, calendars, folders. */
import type { Directory, Person } from "../records.ts";

export const people = {
  nora: { name: "Nora Feldhaus", email: "admin@demo.test" },
  jonas: { name: "Jonas Albrink", email: "lead@demo.test" },
  mira: { name: "Mira Tolvanen", email: "member@demo.test" },
  theo: { name: "Theo Larsgard", email: "member2@demo.test" },
  ilse: { name: "Ilse Brandau", email: "ilse@demo.test" },
  pavel: { name: "Pavel Orlinek", email: "pavel@demo.test" },
  yasmin: { name: "Yasmin Kadrovi", email: "yasmin@demo.test" },
  ruben: { name: "Ruben Castellane", email: "ruben@demo.test" },
} satisfies Record<string, Person>;

export const contacts = {
  henrik: { name: "Henrik Ostrander", email: "henrik@lindmoor.test" },
  petra: { name: "Petra Hallund", email: "petra@velmora.test" },
  alma: { name: "Alma Quenby", email: "alma@quillbrook.test" },
  tilo: { name: "Tilo Maarbach", email: "tilo@tandrel.test" },
  rhea: { name: "Rhea Dunmore", email: "rhea@sorrelfield.test" },
  jorin: { name: "Jorin Falkner", email: "jorin@kestrowind.test" },
} satisfies Record<string, Person>;

export type Colleague = keyof typeof people;
export type Contact = keyof typeof contacts;

export interface DemoProject {
  code: string;
  name: string;
  client: string;
  contact: Contact;
  members: Colleague[];
}

export const projects: DemoProject[] = [
  {
    code: "SHOP-01",
    name: "Web shop relaunch",
    client: "Lindmoor Outdoor",
    contact: "henrik",
    members: ["jonas", "mira", "theo", "pavel"],
  },
  {
    code: "SEO-01",
    name: "SEO retainer",
    client: "Lindmoor Outdoor",
    contact: "henrik",
    members: ["yasmin", "ruben"],
  },
  {
    code: "A11Y-01",
    name: "Accessibility audit",
    client: "Velmora Clinics",
    contact: "petra",
    members: ["mira", "ruben"],
  },
  {
    code: "BOOK-01",
    name: "Appointment booking app",
    client: "Velmora Clinics",
    contact: "petra",
    members: ["ilse", "theo", "pavel"],
  },
  {
    code: "READ-01",
    name: "Reader app",
    client: "Quillbrook Press",
    contact: "alma",
    members: ["ilse", "mira", "pavel"],
  },
  {
    code: "DEAL-01",
    name: "Dealer portal",
    client: "Tandrel Bikes",
    contact: "tilo",
    members: ["jonas", "theo", "ruben"],
  },
  {
    code: "CRM-01",
    name: "CRM migration",
    client: "Sorrelfield Foods",
    contact: "rhea",
    members: ["jonas", "mira", "ruben"],
  },
  {
    code: "SOCIAL-01",
    name: "Social content retainer",
    client: "Sorrelfield Foods",
    contact: "rhea",
    members: ["theo", "yasmin"],
  },
];

export const clients = [...new Map(projects.map(({ client, contact }) => [client, contact]))].map(
  ([name, contact]) => ({ name, contact, domain: contacts[contact].email.split("@")[1] ?? "" }),
);

/** Ids are derived from the position in the list, so that settings can name them before the simulator runs. */
export const listIdOf = (index: number) => String(901_500_001 + index);
export const folderIdOf = (index: number) => `1Folder${String(index + 1).padStart(4, "0")}`;
export const harvestProjectIdOf = (index: number) => 41_000_001 + index;
export const linearTeam = {
  id: "9cfb482a-81e3-4154-b5b9-2c805e70a02d",
  key: "NOR",
  name: "Northlight",
};
export const teamCalendar = "team@demo.test";
/** The mail server that checks the senders of received emails. */
export const inboundHost = "mx.inbound.demo.test";

export const demoDirectory: Directory = {
  people: Object.values(people),
  clickUpLists: projects.map(({ code, name }, index) => ({
    id: listIdOf(index),
    name: `${code} ${name}`,
  })),
  linearTeams: [linearTeam],
  calendars: [
    { id: teamCalendar, name: "Northlight team" },
    ...Object.values(people).map(({ name, email }) => ({ id: email, name })),
  ],
  driveFolders: projects.map(({ code, name }, index) => ({
    id: folderIdOf(index),
    name: `${code} ${name}`,
    parent: null,
  })),
  harvestProjects: projects.map(({ code, name, client }, index) => ({
    id: harvestProjectIdOf(index),
    name,
    code,
    client,
    isActive: true,
  })),
  timeZone: "Europe/Berlin",
  domain: "demo.test",
};
