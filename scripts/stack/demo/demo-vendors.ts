/** Connects the demo organization to the simulated vendors, as its admin would, and disconnects it again. */
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { connect, type DemoStack } from "./demo-client.ts";
import { DEMO_PASSWORD } from "./demo-users.ts";
import type { SimulatedAccount } from "./simulated-accounts.ts";
import { simulatedProviders } from "./vendors-process.ts";

const ADMIN = "admin@demo.test";

/**
 * Connects the vendors that are not connected yet, assigns their lists to the demo projects, and runs every active
 * stream that has a list or needs none. Throws an Error of one sentence if that is impossible.
 */
export async function connectVendors(stack: DemoStack): Promise<void> {
  const { isSimulated, simulatedAccounts } = await import("./simulated-accounts.ts");
  const connections = await readConnections(stack.databaseUrl);
  const foreign = connections.find(({ provider, secret }) => !isSimulated(provider, secret));
  if (foreign) {
    throw new Error(
      `The account of ${foreign.provider} that is connected here is not a simulated one. Disconnect it, or choose another data folder with --data.`,
    );
  }
  const client = await signIn(stack);
  const { data: projects, error } = await client
    .from("projects")
    .select("id, code")
    .is("archived_at", null);
  if (error) throw error;
  const projectIds = new Map(projects.map(({ id, code }) => [code as string, id as string]));
  const connectedProviders = new Set(connections.map(({ provider }) => provider));
  for (const account of simulatedAccounts) {
    const isConnected = connectedProviders.has(account.provider);
    await connectAccount(client, account, { isConnected, projectIds });
    connectedProviders.add(account.provider);
  }
}

async function connectAccount(
  client: SupabaseClient,
  { provider, stream: name, settings, secret, lists }: SimulatedAccount,
  { isConnected, projectIds }: { isConnected: boolean; projectIds: Map<string, string> },
): Promise<void> {
  if (!isConnected) {
    await call(client, "connect_integration", { provider, settings, secret });
    // The result contains the vendor's lists, which can then be assigned by name.
    await call(client, "test_integration", { provider });
  }
  const { data: stream, error } = await client
    .from("sync_streams")
    .select("id, state")
    .match({ provider, stream: name })
    .single();
  if (error) throw error;
  const scopes = await client.from("sync_scopes").select("external_id").eq("stream_id", stream.id);
  if (scopes.error) throw scopes.error;
  const assignedIds = new Set(scopes.data.map(({ external_id }) => external_id as string));
  for (const list of lists) {
    const project_id = projectIds.get(list.projectCode);
    if (project_id === undefined || assignedIds.has(list.id)) continue;
    const scope = { stream_id: stream.id, external_id: list.id, name: list.name, project_id };
    await call(client, "set_sync_scope", scope);
    assignedIds.add(list.id);
  }
  if ((assignedIds.size > 0 || lists.length === 0) && stream.state === "active") {
    await call(client, "sync_now", { stream_id: stream.id });
  }
}

/**
 * Disconnects the simulated vendors that an earlier start connected: without them, the service would send their keys to
 * the real vendors. The data that was read stays.
 */
export async function disconnectVendors(stack: DemoStack): Promise<void> {
  const connections = await readConnections(stack.databaseUrl);
  if (connections.length === 0) return;
  const { isSimulated } = await import("./simulated-accounts.ts");
  const simulatedConnections = connections.filter(({ provider, secret }) =>
    isSimulated(provider, secret),
  );
  if (simulatedConnections.length === 0) return;
  const client = await signIn(stack);
  for (const { provider } of simulatedConnections)
    await call(client, "disconnect_integration", { provider });
}

interface Connection {
  provider: string;
  secret: string;
}

/** The connections of every organization to the vendors that are simulated. */
async function readConnections(databaseUrl: string): Promise<Connection[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const integrations = await sql<{ provider: string; secret_name: string }[]>`
      select provider, secret_name from public.integrations
      where provider::text = any (${Object.keys(simulatedProviders)})`;
    if (integrations.length === 0) return [];
    const secrets = await sql<{ name: string; secret: string }[]>`
      select name, decrypted_secret as secret from vault.decrypted_secrets
      where name = any (${integrations.map(({ secret_name }) => secret_name)})`;
    return integrations.map(({ provider, secret_name }) => ({
      provider,
      secret: secrets.find(({ name }) => name === secret_name)?.secret ?? "",
    }));
  } finally {
    await sql.end();
  }
}

async function signIn(stack: DemoStack): Promise<SupabaseClient> {
  const client = connect(stack, stack.publishableKey);
  const { error } = await client.auth.signInWithPassword({
    email: ADMIN,
    password: DEMO_PASSWORD,
  });
  if (error) {
    throw new Error(
      `The simulated vendors are connected as ${ADMIN}, who cannot sign in with the demo password here. Choose another data folder with --data.`,
    );
  }
  return client;
}

async function call(client: SupabaseClient, name: string, args: object): Promise<void> {
  const { error } = await client.rpc(name, args);
  if (error) throw new Error(`${name} of the simulated vendors: ${error.message}`);
}
