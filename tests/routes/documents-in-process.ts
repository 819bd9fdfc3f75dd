/** Simulated responses of the Data API and Storage for the routes of documents. */
import { UnsecuredJWT } from "jose";
import { answerWith, refusal } from "./in-process.ts";

export const id = "0000000b-0000-4000-8000-000000100004";
export const path = `org/${id}/1/brief.pdf`;

/** An unsigned token like Storage's upload tokens, valid for this number of seconds. */
export function storageToken(seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  return new UnsecuredJWT({})
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .encode();
}

/**
 * Sets the responses by path. By default `require_` functions let the caller pass and Storage signs an upload; any
 * other path fails like a broken network.
 */
export function respondWith(answers: Record<string, unknown>): void {
  answerWith((path) => {
    const answer = answers[path];
    if (typeof answer === "function") return answer();
    if (path in answers) return answer instanceof Response ? answer.clone() : answer;
    if (path.startsWith("/rpc/require_")) return null;
    if (path.startsWith("/storage/v1/object/upload/sign/documents/")) {
      return { url: `${path.replace("/storage/v1", "")}?token=${storageToken(7200)}` };
    }
    return new Error(`nothing answers ${path}`);
  });
}

export const notTheirs = () =>
  refusal(400, "OPNFD", "There is no such document", "document_not_found");
export const refusedRole = () =>
  refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed");
/** A refusal in the form that Storage uses. */
export const storageRefusal = (statusCode: string) =>
  Response.json({ statusCode, error: "Unauthorized", message: "refused" }, { status: 400 });
