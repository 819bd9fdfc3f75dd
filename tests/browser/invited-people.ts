/** People who are invited to the organization of a test. */
import { expect } from "vitest";
import type { OwnOrganization } from "../support/own-organization.ts";

export const PASSWORD = "a long enough password";

let count = 0;

export function newAddress(organization: OwnOrganization): string {
  return `invited-${++count}@${organization.people.admin.email.split("@")[1]}`;
}

export async function invite(
  organization: OwnOrganization,
  email: string,
  role: "member" | "client" = "member",
): Promise<string> {
  const answer = await organization.people.admin.ask("/api/people", {
    body: {
      action: "invite",
      email,
      name: "Invited Person",
      role,
      ...(role === "client" && { client_id: organization.clientId }),
    },
  });
  expect(answer.status).toBe(200);
  return (answer.json as { invitation: { token: string } }).invitation.token;
}
