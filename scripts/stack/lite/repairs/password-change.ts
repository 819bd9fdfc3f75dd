/**
 * Fault of @supabase/lite 0.10.0: it changes a password for any session, without the current password, and leaves
 * the other sessions open. Hosted Auth can require both. Repair: a change needs the current password or a new
 * session, and ends the other sessions.
 */
import { decodeJwt } from "jose";
import { gatewayErrors } from "../../gateway/gateway-errors.ts";
import type { Lite } from "../lite.ts";
import type { Passwords } from "./password-check.ts";

/** Lite's answer to the change. Throws a GatewayError if the caller has not proved who they are. */
export async function changePassword(
  lite: Lite,
  passwords: Passwords,
  request: Request,
  current: string | undefined,
): Promise<Response> {
  const session = sessionOf(request.headers);
  if (session === undefined) return lite.fetch(request);
  if (current !== undefined) {
    const isRight = await passwords.isOfUser(session.userId, current);
    if (!isRight) throw gatewayErrors.wrongCurrentPassword();
  } else if (!(await passwords.isFresh(session.id))) throw gatewayErrors.currentPasswordNeeded();
  const answer = await lite.fetch(request);
  if (answer.ok) await passwords.endOtherSessions(session.userId, session.id);
  return answer;
}

/** The session of a token that was verified before. */
export function sessionOf(headers: Headers): { id: string; userId: string } | undefined {
  const bearer = headers.get("authorization")?.slice("Bearer ".length);
  const { sub, session_id } = bearer ? decodeJwt(bearer) : {};
  return sub && typeof session_id === "string" ? { id: session_id, userId: sub } : undefined;
}
