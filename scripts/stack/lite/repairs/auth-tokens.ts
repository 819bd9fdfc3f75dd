/** Replaces Lite's tokens in the answers of Auth with user tokens, and adds the second factors of their users. */
import { decodeJwt } from "jose";
import type { SecondFactors } from "./second-factors.ts";
import type { Tokens } from "./user-tokens.ts";

interface Parts {
  tokens: Tokens;
  factors: Pick<SecondFactors, "of" | "assuranceOf">;
}

/** `method` is how the user signed in, if the response begins a session. */
export async function exchange(answer: Response, parts: Parts, method?: string): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const location = headers.get("location");
  if (location !== null) headers.set("location", await exchangeFragment(location, parts, method));
  if (!headers.get("content-type")?.includes("json")) {
    return new Response(answer.body, { status: answer.status, headers });
  }
  const body = await answer.json();
  if (answer.ok) await addFactors(body, parts);
  const newBody = await exchangeIn(body, parts, method);
  return new Response(JSON.stringify(newBody), { status: answer.status, headers });
}

/** The console asks for a code if the user of a session has a verified factor. */
async function addFactors(body: unknown, { factors }: Parts): Promise<void> {
  const { user = body } = (body ?? {}) as { user?: unknown };
  const { id, aud } = (user ?? {}) as { id?: unknown; aud?: unknown };
  if (typeof id !== "string" || aud === undefined) return;
  const userFactors = await factors.of(id);
  if (userFactors.length > 0) (user as Record<string, unknown>)["factors"] = userFactors;
}

async function exchangeIn(value: unknown, parts: Parts, method?: string): Promise<unknown> {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    return Promise.all(value.map((item) => exchangeIn(item, parts, method)));
  }
  const entries = Object.entries(value).map(async ([name, item]) => [
    name,
    name === "access_token" && typeof item === "string"
      ? await outward(item, parts, method)
      : await exchangeIn(item, parts, method),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

// A link in an email ends in a redirect with the session behind the `#`.
async function exchangeFragment(location: string, parts: Parts, method?: string): Promise<string> {
  const [page, fragment] = location.split("#", 2);
  const values = new URLSearchParams(fragment);
  const token = values.get("access_token");
  if (token === null) return location;
  values.set("access_token", await outward(token, parts, method));
  return `${page}#${values}`;
}

async function outward(liteToken: string, { tokens, factors }: Parts, method?: string) {
  const { session_id } = decodeJwt(liteToken);
  const assurance =
    typeof session_id === "string" ? await factors.assuranceOf(session_id, method) : {};
  return tokens.outward(liteToken, { ...assurance });
}
