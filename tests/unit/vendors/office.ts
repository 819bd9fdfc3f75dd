/** The simulated vendors, and requests with the credentials of their accounts. */
import { credentials, startVendors, type Vendors } from "../../../scripts/vendors/simulator.ts";
import type { VendorName } from "../../../scripts/vendors/vendor.ts";

export const NOW = Date.parse("2026-03-10T09:30:00Z");

// biome-ignore lint/suspicious/noExplicitAny: vendors' answers, read as they come.
type Body = any;
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Office extends Vendors {
  ask(vendor: VendorName, path: string, init?: RequestInit & { json?: unknown }): Promise<Answer>;
}

const google = { authorization: `Bearer ${credentials.google}` };
const accounts: Record<VendorName, Record<string, string>> = {
  fathom: { "x-api-key": credentials.fathom },
  clickup: { authorization: credentials.clickup },
  linear: { authorization: credentials.linear },
  "google-calendar": google,
  "google-drive": google,
  gmail: google,
  "microsoft-graph": { authorization: `Bearer ${credentials.microsoftGraph}` },
  harvest: {
    authorization: `Bearer ${credentials.harvest}`,
    "harvest-account-id": credentials.harvestAccount,
    "user-agent": "Countersign (operations@demo.test)",
  },
  hubspot: { authorization: `Bearer ${credentials.hubspot}` },
  resend: { authorization: `Bearer ${credentials.resend}` },
};

/** The vendors start without records unless a seed is given. */
export async function openOffice(seed: number | null = null): Promise<Office> {
  const vendors = await startVendors({ seed, now: NOW });
  return {
    ...vendors,
    async ask(vendor, path, { json, headers, ...init } = {}) {
      const response = await fetch(
        path.startsWith("http") ? path : `${vendors.baseUrls[vendor]}${path}`,
        {
          ...(json !== undefined && { method: "POST", body: JSON.stringify(json) }),
          ...init,
          headers: {
            ...accounts[vendor],
            ...(json !== undefined && { "content-type": "application/json" }),
            ...(headers as Record<string, string>),
          },
        },
      );
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text !== "" ? JSON.parse(text) : text,
      };
    },
  };
}
