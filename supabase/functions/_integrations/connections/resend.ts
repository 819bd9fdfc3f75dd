import { z } from "zod";
import { fixedCredentials, listing, read } from "../listing.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "Resend";
const Page = z.object({ data: z.array(z.unknown()) });

/** Reads one entry of the list of received emails, which needs a key with full access. */
export function resendConnection(): ConnectionTest {
  return {
    provider: "resend",
    async run({ secret, baseUrl, signal }) {
      const credentials = fixedCredentials({ authorization: `Bearer ${secret}` });
      await readResource("emails", async () => {
        const vendor = listing(VENDOR, credentials, signal);
        return read(VENDOR, Page, await vendor.ask({ url: `${baseUrl}/emails/receiving?limit=1` }));
      });
      return acceptance();
    },
  };
}
