/** The vendors in one process, for `npm start -- --vendors` and for tests. */
import { CLICKUP_TEAM, CLICKUP_TOKEN, clickUp } from "./clickup.ts";
import { FATHOM_KEY, fathom } from "./fathom.ts";
import { Faults } from "./faults.ts";
import { gmail } from "./gmail.ts";
import { GOOGLE_TOKEN } from "./google.ts";
import { googleCalendar } from "./google-calendar.ts";
import { googleDrive } from "./google-drive.ts";
import { HARVEST_ACCOUNT, HARVEST_TOKEN, harvest } from "./harvest.ts";
import { HUBSPOT_TOKEN, hubSpot } from "./hubspot.ts";
import { LINEAR_KEY, linear } from "./linear.ts";
import { GRAPH_TOKEN, microsoftGraph } from "./microsoft-graph.ts";
import { Subscriptions } from "./pushes.ts";
import { createTruth, type Truth } from "./records.ts";
import { RESEND_KEY, resend } from "./resend.ts";
import { demoDirectory, seedDemoMonth } from "./seed/demo-month.ts";
import { type SeenRequest, serveVendors, type Violation } from "./server.ts";
import { Tokens } from "./tokens.ts";
import { Clock } from "./truth.ts";
import type { Vendor, VendorName } from "./vendor.ts";

export interface VendorOptions {
  /** Seed of the demo month; null starts without records. The same seed creates the same records. */
  seed: number | null;
  /** A free one when absent. */
  port?: number;
  /** The current time, in milliseconds, which then only moves with the records; the machine's clock when absent. */
  now?: number;
}

export interface Vendors {
  /** The address for each adapter's requests, without a slash at the end. */
  baseUrls: Record<VendorName, string>;
  /** The address for access tokens of Google's service accounts. */
  googleTokenUrl: string;
  /** The address for access tokens of Microsoft's app registrations, before the tenant. */
  microsoftLoginUrl: string;
  truth: Truth;
  faults: Faults;
  subscriptions: Subscriptions;
  /** Requests that a vendor's description does not allow. */
  violations: Violation[];
  /** Every request to a described operation, in order. */
  requests: SeenRequest[];
  /** Responses of the simulator that the vendor's description does not allow. */
  brokenAnswers: Violation[];
  /** Throws when a response broke the vendor's description. */
  stop(): Promise<void>;
}

/** Credentials of the simulated accounts. */
export const credentials = {
  fathom: FATHOM_KEY,
  clickup: CLICKUP_TOKEN,
  clickUpTeam: CLICKUP_TEAM,
  linear: LINEAR_KEY,
  google: GOOGLE_TOKEN,
  microsoftGraph: GRAPH_TOKEN,
  harvest: HARVEST_TOKEN,
  harvestAccount: HARVEST_ACCOUNT,
  hubspot: HUBSPOT_TOKEN,
  resend: RESEND_KEY,
};

export async function startVendors({ seed, port = 0, now }: VendorOptions): Promise<Vendors> {
  const clock = new Clock(now ?? null);
  const truth = createTruth(clock, demoDirectory);
  const tokens = new Tokens();
  const faults = new Faults((vendor) => tokens.expire(vendor));
  const subscriptions = new Subscriptions(() => clock.now());
  const violations: Violation[] = [];
  const brokenAnswers: Violation[] = [];
  const requests: SeenRequest[] = [];
  let vendors: Vendor[] = [];
  let origin = "";
  const baseUrl = (name: VendorName) =>
    `${origin}${vendors.find((vendor) => vendor.name === name)?.basePath ?? ""}`;
  const world = { truth, tokens, subscriptions, baseUrl };
  const revocationOf = (name: VendorName) => () => faults.isRevoked(name);

  const server = await serveVendors({
    port,
    faults,
    violations,
    brokenAnswers,
    requests,
    now: () => Date.now(),
    vendors: (address) => {
      origin = address;
      vendors = [
        fathom(world),
        clickUp(world),
        linear(world),
        googleCalendar(world, revocationOf("google-calendar")),
        microsoftGraph(world, revocationOf("microsoft-graph")),
        googleDrive(world, revocationOf("google-drive")),
        gmail(world, revocationOf("gmail")),
        harvest(world),
        hubSpot(world),
        resend(world),
      ];
      return vendors;
    },
  });
  if (seed !== null) seedDemoMonth(truth, seed);

  return {
    baseUrls: Object.fromEntries(vendors.map(({ name }) => [name, baseUrl(name)])) as Record<
      VendorName,
      string
    >,
    googleTokenUrl: `${baseUrl("google-calendar")}/token`,
    microsoftLoginUrl: `${baseUrl("microsoft-graph")}/login`,
    truth,
    faults,
    subscriptions,
    violations,
    requests,
    brokenAnswers,
    stop: async () => {
      await server.close();
      if (brokenAnswers.length > 0) {
        const list = brokenAnswers.map(
          ({ vendor, path, problem }) => `${vendor} ${path}: ${problem}`,
        );
        throw new Error(`The simulator broke the vendors' descriptions:\n${list.join("\n")}`);
      }
    },
  };
}
