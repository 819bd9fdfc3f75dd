import { z } from "zod";
import { fixedCredentials, listing, read } from "../listing.ts";
import { acceptance, type ConnectionTest, readResource } from "./port.ts";

const VENDOR = "Fathom";
const Page = z.object({ items: z.array(z.unknown()) });

/** Reads a page of meetings without their transcripts. */
export function fathomConnection(): ConnectionTest {
  return {
    provider: "fathom",
    async run({ secret, baseUrl, signal }) {
      const vendor = listing(VENDOR, fixedCredentials({ "x-api-key": secret }), signal);
      await readResource("meetings", async () =>
        read(VENDOR, Page, await vendor.ask({ url: `${baseUrl}/meetings` })),
      );
      return acceptance();
    },
  };
}
