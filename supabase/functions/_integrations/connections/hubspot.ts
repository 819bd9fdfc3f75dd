import { z } from "zod";
import { hubSpotFailure, objectTypes } from "../crm/hubspot.ts";
import { fixedCredentials, listing, read } from "../listing.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "HubSpot";
const Page = z.object({ results: z.array(z.unknown()) });

/** Reads one company, one contact and one deal, because each needs its own scope. */
export function hubSpotConnection(): ConnectionTest {
  return {
    provider: "hubspot",
    async run({ secret, baseUrl, signal }) {
      const credentials = fixedCredentials({ authorization: `Bearer ${secret}` });
      const vendor = listing(VENDOR, credentials, signal, hubSpotFailure);
      for (const { stream, type } of objectTypes) {
        await readResource(stream, async () => {
          const url = `${baseUrl}/crm/v3/objects/${type}?limit=1&archived=false`;
          return read(VENDOR, Page, await vendor.ask({ url }));
        });
      }
      return acceptance();
    },
  };
}
