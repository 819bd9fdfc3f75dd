/**
 * The stack that the conformance tests run against: that of CONFORMANCE_STACK_JSON (any full stack with the demo
 * seeds), else the suite's running stack.
 */
import { readFile } from "node:fs/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, inject } from "vitest";
import type { StackFile } from "../../scripts/stack/stack-file.ts";

/** Whether the tests run against the suite's own stack, which tests/laws/matrix proves cell by cell. */
export const isOwnStack = process.env.CONFORMANCE_STACK_JSON === undefined;

export interface Target extends StackFile {
  /** The folder of an embedded stack's keys. */
  dataDir: string | undefined;
  anonymous(): SupabaseClient;
  secret(): SupabaseClient;
  /** A client that is signed in as a demo user. */
  as(email: string): Promise<SupabaseClient>;
}

const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** Call once at the top of a test file; the function it returns gives the target in tests. */
export function conformanceTarget(): () => Target {
  let target: Target | undefined;
  beforeAll(async () => {
    const stackFile = process.env.CONFORMANCE_STACK_JSON;
    if (stackFile === undefined) {
      const stack = inject("stack");
      target = targetOf(stack, stack.data_dir);
    } else target = targetOf(JSON.parse(await readFile(stackFile, "utf8")) as StackFile, undefined);
  });
  return () => {
    if (target === undefined) throw new Error("The target is available only while tests run.");
    return target;
  };
}

export function targetOf(file: StackFile, dataDir: string | undefined): Target {
  return {
    ...file,
    dataDir,
    anonymous: () => createClient(file.url, file.publishable_key, options),
    secret: () => createClient(file.url, file.secret_key, options),
    as: async (email) => {
      const client = createClient(file.url, file.publishable_key, options);
      const password = file.users.find((user) => user.email === email)?.password;
      if (password === undefined) throw new Error(`${email} is not a demo user here.`);
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error !== null) throw error;
      return client;
    },
  };
}

/** The user token of a signed-in client. */
export async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (data.session === null) throw new Error("No one is signed in.");
  return data.session.access_token;
}
