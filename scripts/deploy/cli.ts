/** The Supabase CLI of this checkout, for one project. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT, runTool } from "../db/tool.ts";

export interface Account {
  /** Address of the management API. */
  managementUrl: string;
  accessToken: string;
}

const DEFAULT_URL = "https://api.supabase.com";
/**
 * The folder from which the CLI reads the functions, and in which it stores the link. The variable is the CLI's own.
 */
const WORKDIR = process.env["SUPABASE_WORKDIR"] ?? ROOT;

/** Returns its output. Throws an Error with the end of the output if it fails. */
export async function runSupabase(account: Account, args: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-cli-"));
  try {
    const { code, stdout, stderr } = await runTool(
      "supabase",
      [...(await profileOf(account, folder)), "--workdir", WORKDIR, "--yes", ...args],
      {
        env: {
          // The token is passed in the environment, because every user can read command lines.
          SUPABASE_ACCESS_TOKEN: account.accessToken,
          SUPABASE_TELEMETRY_DISABLED: "1",
          DO_NOT_TRACK: "1",
          NO_COLOR: "1",
          ...(account.managementUrl !== DEFAULT_URL && { HOME: folder }),
        },
      },
    );
    const output = `${stdout}\n${stderr}`.trim();
    if (code !== 0)
      throw new Error(`supabase ${args[0]} ended with ${code}: ${output.slice(-1500)}`);
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The CLI reads the address of another management API from a profile. */
async function profileOf({ managementUrl }: Account, folder: string): Promise<string[]> {
  if (managementUrl === DEFAULT_URL) return [];
  const file = path.join(folder, "profile.yaml");
  const lines = [
    "name: other",
    `api_url: "${managementUrl}"`,
    `dashboard_url: "${managementUrl}"`,
    "project_host: localhost",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return ["--profile", file];
}
