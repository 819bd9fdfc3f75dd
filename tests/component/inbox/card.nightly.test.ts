/**
 * More kinds of cards that release something for a client.
 * card.test.ts names the portal for a weekly update.
 */
import { describe, it } from "vitest";
import { expectPortalNamed } from "./open-card.ts";

describe("a card that releases something for a client", () => {
  it.each(["client_readout", "deliverable_release"] as const)(
    "also names the portal as the place where the client reads it: %s",
    expectPortalNamed,
  );
});
