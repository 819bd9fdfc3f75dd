import { z } from "zod";
import { fixedCredentials, listing, read } from "../listing.ts";
import { accepted, type ConnectionTest, reading } from "./port.ts";

const VENDOR = "Fathom";
const Page = z.object({ items: z.array(z.unknown()) });

/** Reads a page of meetings without their transcripts. */
export function fathomConnection(): ConnectionTest {
  return {
    provider: "fathom",
    async run({ secret, baseUrl, signal }) {
      const vendor = listing(VENDOR, fixedCredentials({ "x-api-key": secret }), signal);
      await reading("meetings", async () =>
        read(VENDOR, Page, await vendor.ask({ url: `${baseUrl}/meetings` })),
      );
      return accepted();
    },
  };
}
