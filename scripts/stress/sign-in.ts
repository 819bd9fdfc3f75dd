import type { StackFile } from "../stack/stack-file.ts";

/** Signs a demo person in and returns the headers of their requests. */
export async function signIn(
  stack: StackFile,
  email: string,
): Promise<{ apikey: string; authorization: string }> {
  const apikey = stack.publishable_key;
  const password = stack.users.find((user) => user.email === email)?.password;
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const session = (await answer.json()) as { access_token?: string };
  if (!session.access_token) throw new Error(`${email} cannot sign in: ${answer.status}`);
  return { apikey, authorization: `Bearer ${session.access_token}` };
}
