import { expect, it } from "vitest";
import { type Row, rows } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";

const client: Row<"clients"> = {
  id: idOf(2, 1),
  name: "Lindmoor Outdoor",
  website: null,
  note: null,
  archived_at: null,
};
const contact = (number: number, fields: Row<"contacts">): Row<"contacts"> => ({
  id: idOf(3, number),
  client_id: client.id ?? "",
  title: null,
  email: null,
  phone: null,
  managed_by: null,
  archived_at: null,
  ...fields,
});

const open = (contacts: Row<"contacts">[]) =>
  openConsole(`/clients/${idOf(2, 1)}`, {
    as: people.member,
    answers: [
      rows("clients", [client]),
      rows("accounts", []),
      rows("project_summaries", []),
      rows("contacts", contacts),
    ],
  });

it("a client's page lists its contacts with their addresses and their origin", async () => {
  const page = await open([
    contact(1, {
      name: "Ann Example",
      title: "Shop owner",
      email: "ann@lindmoor.test",
      managed_by: "hubspot",
    }),
    contact(2, { name: "Bob Example", phone: "+49 40 1" }),
  ]);
  const section = page.getByRole("region", { name: "Contacts" });
  await section.getByRole("heading", { name: "Ann Example" }).waitFor();
  expect(await section.getByRole("link", { name: "ann@lindmoor.test" }).getAttribute("href")).toBe(
    "mailto:ann@lindmoor.test",
  );
  await section.getByText("From HubSpot").waitFor();
  expect(await section.getByText("From HubSpot").count()).toBe(1);
  await expectAccessible(page, "contacts of a client");
});

it("a client without contacts explains where contacts come from", async () => {
  const page = await open([]);
  await page.getByText("They appear once this client is linked", { exact: false }).waitFor();
});

it("a member cannot see the portal as the client, and requests nothing", async () => {
  const page = await openConsole(`/clients/${idOf(2, 1)}/portal`, { as: people.member });
  await page
    .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
    .waitFor();
});
