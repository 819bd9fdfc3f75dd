/** The accounts of the demo organization at the simulated vendors. */
import { generateKeyPairSync } from "node:crypto";
import {
  demoDirectory,
  inboundHost,
  linearTeam,
  people,
  teamCalendar,
} from "../../vendors/seed/demo-agency.ts";
import { credentials } from "../../vendors/simulator.ts";
import type { SimulatedProvider } from "./vendors-process.ts";

export interface SimulatedAccount {
  provider: SimulatedProvider;
  stream: string;
  settings: object;
  secret: string;
  /** The lists of the vendor, each with the code of the demo project that it belongs to. */
  lists: { id: string; name: string; projectCode: string }[];
}

const GOOGLE_ACCOUNT = "reader@simulated.iam.gserviceaccount.com";

/** A new key for each start. The simulated Google accepts any key. */
const googleSecret = JSON.stringify({
  client_email: GOOGLE_ACCOUNT,
  private_key: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }),
});

const googleCalendar = {
  provider: "google_calendar",
  settings: { subject: people.nora.email, calendar_id: teamCalendar },
  secret: googleSecret,
} as const;

/** Whether a stored secret belongs to a simulated account, of this start or an earlier one. */
export function isSimulated(provider: string, secret: string): boolean {
  const own = simulatedAccounts.filter((account) => account.provider === provider);
  return own.some((account) =>
    account.secret === googleSecret ? secret.includes(GOOGLE_ACCOUNT) : account.secret === secret,
  );
}

/**
 * Three simulated vendors are left out. ClickUp also executes approved cards if it is connected, and the simulated
 * ClickUp creates no tasks. Gmail has copies of the emails that Resend receives, so they would be listed twice.
 * Microsoft 365 would be a second calendar of the same people.
 */
export const simulatedAccounts: SimulatedAccount[] = [
  { ...googleCalendar, stream: "events", lists: [] },
  { ...googleCalendar, stream: "busy", lists: [] },
  {
    provider: "linear",
    stream: "tasks",
    settings: {},
    secret: credentials.linear,
    lists: [{ id: linearTeam.id, name: linearTeam.name, projectCode: "DEAL-01" }],
  },
  {
    provider: "harvest",
    stream: "hours",
    settings: { account_id: credentials.harvestAccount },
    secret: credentials.harvest,
    lists: demoDirectory.harvestProjects.map(({ id, name, code }) => ({
      id: String(id),
      name,
      projectCode: code,
    })),
  },
  {
    provider: "fathom",
    stream: "meetings",
    settings: {},
    secret: credentials.fathom,
    // A meeting is matched to its project by its people and its title.
    lists: [],
  },
  {
    provider: "resend",
    stream: "emails",
    settings: { trusted_hosts: inboundHost },
    secret: credentials.resend,
    // An email is matched to its project by its sender, its thread and its subject.
    lists: [],
  },
  {
    provider: "google_drive",
    stream: "files",
    settings: { subject: people.nora.email },
    secret: googleSecret,
    lists: demoDirectory.driveFolders.map(({ id, name }) => ({
      id,
      name,
      projectCode: name.split(" ")[0] ?? "",
    })),
  },
  ...["companies", "contacts", "deals"].map((stream) => ({
    provider: "hubspot" as const,
    stream,
    settings: {},
    secret: credentials.hubspot,
    lists: [],
  })),
];
