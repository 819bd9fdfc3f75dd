/**
 * npm run lock:platforms
 *
 * A lock written by npm may lack optional packages of other systems: those missing from its registry. From npm
 * 11.10 on, `npm ci` refuses such a lock everywhere. This adds what is missing, as the package's name and its
 * parent's exact version show it, and removes download addresses, which depend on the machine that wrote the lock.
 * With --check it only reports.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./tool.ts";

interface Entry {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  inBundle?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export interface Lock {
  packages: Record<string, Entry>;
  [field: string]: unknown;
}

export interface MissingPackage {
  name: string;
  version: string;
  parent: string;
}

const PLATFORM = /(android|darwin|freebsd|linux|win32|windows)-(arm64|arm|x64|ia32|ppc64)\b/;

/** Optional packages that the lock mentions and does not contain. */
export function findMissing(lock: Lock): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolves(lock, parent, name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

// Looks packages up as Node does: inside the parent, then in each folder above it.
function resolves(lock: Lock, parent: string, name: string): boolean {
  const folders = [parent];
  for (let folder = parent; folder !== ""; folders.push(folder)) {
    folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0));
  }
  return folders.some((folder) => lock.packages[path.posix.join(folder, "node_modules", name)]);
}

/** Adds an entry as npm would write it, without a checksum. Throws if it cannot be determined. */
export function addMissing(lock: Lock, { name, version, parent }: MissingPackage): void {
  const [, system, cpu] = PLATFORM.exec(name) ?? [];
  if (system === undefined || cpu === undefined || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `${parent} lacks ${name}@${version}, and its name does not show which system it is for.`,
    );
  }
  const siblings = lock.packages[parent]?.optionalDependencies ?? {};
  const libc = /-musl$/.test(name)
    ? "musl"
    : /-(glibc|gnu)$/.test(name) || siblings[`${name}-musl`]
      ? "glibc"
      : undefined;
  const top = `node_modules/${name}`;
  const location = lock.packages[top] === undefined ? top : `${parent}/${top}`;
  lock.packages[location] = {
    version,
    cpu: [cpu],
    ...(lock.packages[parent]?.dev === true ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    os: [system === "windows" ? "win32" : system],
  };
}

function sortKeys(lock: Lock): Lock {
  const packages = Object.fromEntries(
    Object.entries(lock.packages)
      .map(([location, { resolved: _address, ...entry }]) => [location, entry] as const)
      .sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  return { ...lock, packages };
}

async function main(): Promise<void> {
  const file = path.join(ROOT, "package-lock.json");
  const text = await readFile(file, "utf8");
  const lock: Lock = JSON.parse(text);
  const missing = findMissing(lock);
  if (process.argv.includes("--check")) {
    for (const { name, parent } of missing) console.error(`${parent} lacks ${name}`);
    if (text.includes('"resolved":'))
      console.error('package-lock.json contains download addresses. Remove its "resolved" lines.');
    else if (missing.length === 0) return;
    process.exitCode = 1;
    return;
  }
  for (const entry of missing) addMissing(lock, entry);
  const complete = `${JSON.stringify(sortKeys(lock), null, 2)}\n`;
  if (complete !== text) await writeFile(file, complete);
  console.log(`package-lock.json: ${missing.length} packages of other systems added.`);
}

if (import.meta.main) await main();
