/**
 * An export of the team's hours. week.test.ts exports the hours of a person from the same kind of table.
 */
import { describe, expect, it } from "vitest";
import { exportCsv } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { open, teamHours } from "./team-hours.ts";

describe("the team", () => {
  it("exports the displayed rows", async () => {
    const page = await open(teamHours(), "/time?view=team");
    const [head, ...lines] = (await exportCsv(page, "team hours")).trim().split(/\r?\n/);
    expect(head?.replace(/^\uFEFF/, "")).toBe(
      "Person,Mon 16 Nov,Tue 17 Nov,Wed 18 Nov,Thu 19 Nov,Fri 20 Nov,Sat 21 Nov,Sun 22 Nov,Total,Expected,State",
    );
    expect(lines[2]).toBe(`${people.member.name},3.5,0,0,0,0,0,0,3.5,40,Open`);
  });
});
