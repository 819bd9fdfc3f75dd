/** The accounts of the demo organization at the simulated vendors. */
import { demoDirectory, inboundHost, linearTeam } from "../../vendors/seed/demo-agency.ts";
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

/** ClickUp is none of them: where it is connected it also carries out approved cards, and the simulated one creates no tasks. */
export const simulatedAccounts: SimulatedAccount[] = [
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
    // A meeting finds its project by its people and its title.
    lists: [],
  },
  {
    provider: "resend",
    stream: "emails",
    settings: { trusted_hosts: inboundHost },
    secret: credentials.resend,
    // An email finds its project by its sender, its thread and its subject.
    lists: [],
  },
];
