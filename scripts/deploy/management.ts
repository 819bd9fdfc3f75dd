/** The management API of the platform, for one project. */
import type { Account } from "./cli.ts";

const TIMEOUT_MS = 30_000;

export interface Management {
  /** The project's address in the API. */
  url: string;
  get(path: string): Promise<unknown>;
  change(method: "PATCH" | "POST", path: string, body: unknown): Promise<unknown>;
}

export function openManagement(account: Account, projectRef: string): Management {
  const url = `${account.managementUrl}/v1/projects/${projectRef}`;
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (answer.ok) return text === "" ? undefined : JSON.parse(text);
    if (answer.status === 401) {
      throw new Error(
        "The management API rejected the access token. Run npx supabase login, or set SUPABASE_ACCESS_TOKEN.",
      );
    }
    if (answer.status === 403 || answer.status === 404) {
      throw new Error(
        `This account has no access to ${projectRef}${path}. Check --project-ref and the access token.`,
      );
    }
    throw new Error(`${method} ${path} returned ${answer.status}: ${text.slice(0, 300)}`);
  }
  return {
    url,
    get: (path) => call("GET", path),
    change: (method, path, body) => call(method, path, body),
  };
}
