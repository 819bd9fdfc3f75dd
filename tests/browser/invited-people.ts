/** People who are invited to the organization of a test. */
import { expect } from "vitest";
import type { OwnOrganization } from "../support/own-organization.ts";

export const PASSWORD = "a long enough password";

let count = 0;

export function newAddress(own: OwnOrganization): string {
  return `invited-${++count}@${own.people.admin.email.split("@")[1]}`;
}

export async function invite(
  own: OwnOrganization,
  email: string,
  role: "member" | "client" = "member",
): Promise<string> {
  const answer = await own.people.admin.ask("/api/people", {
    body: {
      action: "invite",
      email,
      name: "Invited Person",
      role,
      ...(role === "client" && { client_id: own.clientId }),
    },
  });
  expect(answer.status).toBe(200);
  return (answer.json as { invitation: { token: string } }).invitation.token;
}
