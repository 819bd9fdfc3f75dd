/** A lead triages the email of the organization. */
import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { storedMessages } from "../../supabase/functions/_jobs/receive-email.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  expectAccessible,
  newPage,
  screenshot,
  stack,
  visit,
  waitUntilLoaded,
  type widths,
} from "./console.ts";

const db = createClient(stack.url, stack.secret_key, { auth: { persistSession: false } });

/** Stores an email as if a sync had received it. */
async function receive(
  organization: OwnOrganization,
  domain: string,
  subject: string,
  text: string,
): Promise<string> {
  const id = randomUUID();
  const message = [
    `Authentication-Results: mx.google.com; dmarc=pass header.from=${domain}`,
    `From: Eve <eve@${domain}>`,
    "To: office@example.test",
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ].join("\r\n");
  const fields = await storedMessages(db, organization.id)(new TextEncoder().encode(message));
  const data = { ...fields, thread_external_id: null, received_at: new Date().toISOString() };
  await owner`
    select private.receive_email(
      sync_streams, ${id}::uuid, ${id}, ${owner.json(data as never)}::jsonb, '{mx.google.com}')
    from public.sync_streams where organization_id = ${organization.id} and stream = 'emails'`;
  return id;
}

const projectOf = async (id: string) =>
  (await owner`select project_id, rejected_at from public.inbound_emails where id = ${id}`)[0];
const row = (page: Page, subject: string) => page.getByRole("link", { name: subject });
const notice = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });

type Width = (typeof widths)[number];

async function organizationWithMailbox(): Promise<OwnOrganization> {
  const organization = await makeOrganization();
  await owner`
    insert into public.sync_streams (organization_id, provider, stream, state, pause_reason, next_at)
    values (${organization.id}, 'gmail', 'emails', 'paused', 'disconnected', '2999-01-01')`;
  return organization;
}

/** Declares the journey of an email that is assigned. */
export function testEmailTriage(width: Width): void {
  it(`a lead assigns an email with its domain and sees the next one assigned at ${width} px`, async () => {
    const organization = await organizationWithMailbox();
    const domain = `${randomUUID()}.example`;
    const quotation = "\r\n\r\nOn 3 Nov 2026 at 10:15, Ben wrote:\r\n> When do you need them?\r\n";
    const first = await receive(
      organization,
      domain,
      `Tents ${width}`,
      `We need forty tents.${quotation}`,
    );
    const page = await newPage({ width }, organization.people.lead.email);
    try {
      await visit(page, "/email", "Email");
      await row(page, `Tents ${width}`).click();
      await page.getByText("We need forty tents.").waitFor();
      expect(await page.getByText("When do you need them?").count()).toBe(0);
      await page.getByRole("button", { name: "Show quoted text" }).click();
      await page.getByText("When do you need them?").waitFor();
      await page.getByLabel(`Remember ${domain}`).check();
      await page.getByRole("combobox", { name: "Project" }).click();
      await page.getByRole("option", { name: "alpha" }).click();
      await waitUntilLoaded(page);
      await expectAccessible(page, `an email at ${width} px`);
      await screenshot(page, `email-journey-${width}`);
      await page.getByRole("button", { name: "Assign email" }).click();
      await notice(page, /remembered/).waitFor();
      expect(await projectOf(first)).toEqual({
        project_id: organization.alphaId,
        rejected_at: null,
      });

      const secondEmail = await receive(
        organization,
        domain,
        `More tents ${width}`,
        "Ten more, please.",
      );
      expect((await projectOf(secondEmail))?.["project_id"]).toBe(organization.alphaId);
      await visit(page, "/email?scope=all", "Email");
      await page
        .getByRole("article")
        .filter({ hasText: `More tents ${width}` })
        .getByText(domain)
        .waitFor();
    } finally {
      await page.close();
    }
  });
}

/** Declares the journey of an email that is rejected. */
export function testEmailRejection(width: Width): void {
  it(`a lead rejects an email and restores it at ${width} px`, async () => {
    const organization = await organizationWithMailbox();
    const id = await receive(
      organization,
      `${randomUUID()}.example`,
      "Offer",
      "Ten tents for you.",
    );
    const page = await newPage({ width }, organization.people.lead.email);
    try {
      await visit(page, `/email?scope=all&open=${id}`, "Email");
      await page.getByRole("button", { name: "Reject email" }).click();
      await page.getByLabel("Reason").fill("Not about a project");
      await page
        .getByRole("dialog", { name: "Reject the email" })
        .getByRole("button", { name: "Reject email" })
        .click();
      await notice(page, /^Rejected/).waitFor();
      expect((await projectOf(id))?.["rejected_at"]).not.toBeNull();
      await visit(page, `/email?scope=rejected&open=${id}`, "Email");
      await page.getByRole("button", { name: "Restore email" }).click();
      await notice(page, /^Restored/).waitFor();
      expect(await projectOf(id)).toEqual({ project_id: null, rejected_at: null });
    } finally {
      await page.close();
    }
  });
}
