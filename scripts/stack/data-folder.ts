/**
 * The data folder of a stack. A marker identifies the folder, so that `--reset` deletes no other, and records whether
 * it contains the demo seeds. A lock keeps a second stack out.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { LOCK, takeLock } from "./postgres/folder-lock.ts";
import { removePostgresData } from "./postgres/postgres.ts";

const MARKER = "countersign-data.json";

export interface DataFolder {
  path: string;
  /** Whether it contains the demo seeds, which is decided when it is created. */
  hasSeeds: boolean;
  /** Path of something inside it. */
  file(...names: string[]): string;
  unlock(): Promise<void>;
}

/**
 * Opens or creates the folder and locks it. Throws an Error of one sentence if it is in use, broken, or not one of
 * our data folders.
 */
export async function openDataFolder(
  folder: string,
  options: { reset?: boolean; seed: boolean },
): Promise<DataFolder> {
  const root = path.resolve(folder);
  const names = await makeFolder(root);
  if (names.length > 0 && !names.includes(MARKER)) {
    throw new Error(
      `The folder ${root} has other files in it and is not a data folder of this stack: choose another one with --data.`,
    );
  }
  const unlock = await takeLock(root);
  try {
    if (options.reset) await clear(root);
    const hasSeeds = await readMarker(root, options.seed);
    await mkdir(path.join(root, "logs"), { recursive: true });
    return { path: root, hasSeeds, file: (...parts) => path.join(root, ...parts), unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeFolder(root: string): Promise<string[]> {
  try {
    await mkdir(root, { recursive: true });
    const names = await readdir(root);
    // A start that was killed before it wrote the marker has left only its lock.
    return names.filter((name) => !name.startsWith(LOCK));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(`The data folder ${root} cannot be created or read (${reason}).`);
  }
}

async function clear(root: string): Promise<void> {
  await removePostgresData(path.join(root, "postgres"));
  for (const name of await readdir(root)) {
    if (!name.startsWith(LOCK) && name !== MARKER) {
      await rm(path.join(root, name), { recursive: true, force: true });
    }
  }
  await rm(path.join(root, MARKER), { force: true });
}

async function readMarker(root: string, seed: boolean): Promise<boolean> {
  const file = path.join(root, MARKER);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) {
    await writeFile(file, `${JSON.stringify({ format: 1, seeded: seed })}\n`);
    return seed;
  }
  const marker = parse(text);
  if (marker?.format !== 1 || typeof marker.seeded !== "boolean") {
    throw new Error(
      `The data folder ${root} is broken: ${MARKER} is not readable. Start with --reset to create a new one.`,
    );
  }
  return marker.seeded;
}

function parse(text: string): { format?: unknown; seeded?: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
