/** `stack.json`: the addresses and keys that a person, a test or a tool needs to use a running stack. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";

export interface DemoUser {
  email: string;
  password: string;
  role: string;
  organization: string | null;
}

export interface StackFile {
  url: string;
  publishable_key: string;
  secret_key: string;
  database_url: string;
  users: DemoUser[];
}

export async function writeStackFile(file: string, content: StackFile): Promise<void> {
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Throws an Error with a message for a person if the file is missing or cannot be read. */
export async function readStackFile(file: string): Promise<StackFile> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as StackFile;
  } catch {
    throw new Error(
      `There is no running stack here: ${file} cannot be read. Start one with npm start.`,
    );
  }
}
