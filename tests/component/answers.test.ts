import { describe, expect, it } from "vitest";
import { inbox } from "../../supabase/functions/_domain/approvals/contract.ts";
import { whoami } from "../../supabase/functions/_domain/identity/contract.ts";
import { portfolioHealth } from "../../supabase/functions/_domain/portfolio/health-contract.ts";
import { type Answer, get, rows } from "./answers.ts";
import { people } from "./fixtures/people.ts";
import { emptyInbox } from "./fixtures/shell.ts";

const ask = (answer: Answer, path: string) => answer(new Request(`http://localhost${path}`));

describe("the answers of component tests", () => {
  it("refuse a fixture that breaks its contract", async () => {
    const viewer = { ...people.lead, role: "owner" as "lead" };
    await expect(
      ask(
        get(whoami, { viewer, project_ids: [], unread_account_notices: 0, timer: null }),
        "/api/whoami",
      ),
    ).rejects.toThrow();
  });

  it("refuse a request that breaks its contract", async () => {
    await expect(ask(get(inbox, emptyInbox), "/api/inbox?state=pending")).rejects.toThrow();
  });

  it("leave a request for another route to other answers", () => {
    expect(
      ask(
        get(portfolioHealth, () => expect.fail()),
        "/api/inbox",
      ),
    ).toBeUndefined();
  });

  it("filter rows by the request, and refuse an unknown filter", async () => {
    const clients = rows("clients", [
      { id: "1", name: "Acme", archived_at: null },
      { id: "2", name: "Lindmoor", archived_at: null },
      { id: "3", name: "Gone", archived_at: "2026-01-01" },
    ]);
    const answer = await ask(clients, "/rest/v1/clients?archived_at=is.null&id=in.(2,3)");
    expect(await answer?.json()).toMatchObject([{ name: "Lindmoor" }]);
    expect(answer?.headers.get("content-range")).toBe("0-0/1");
    await expect(ask(clients, "/rest/v1/clients?name=ilike.a*")).rejects.toThrow("No fixture");
  });
});
