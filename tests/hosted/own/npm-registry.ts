/**
 * The installed packages as an npm registry, so that a deployment's packages can be resolved without node_modules and
 * without the network. It has the versions of package-lock.json and no others.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const LARGEST = 512 * 1024 * 1024;
const run = promisify(execFile);

export interface Registry {
  url: string;
  close(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const lock = JSON.parse(await readFile(path.join(PROJECT, "package-lock.json"), "utf8"));
  /** Folders of a package, by version. */
  const installations = new Map<string, Map<string, string>>();
  for (const [location, { version }] of Object.entries(
    lock.packages as Record<string, { version: string }>,
  )) {
    const folder = path.join(PROJECT, location);
    const name = location.split("node_modules/").at(-1);
    if (!location || !name || !existsSync(folder)) continue;
    installations.set(name, (installations.get(name) ?? new Map()).set(version, folder));
  }
  const archives = new Map<string, Promise<Buffer>>();
  const archiveOf = (folder: string) => {
    const archive = archives.get(folder) ?? pack(folder);
    archives.set(folder, archive);
    return archive;
  };
  let url = "";

  async function answer(target: string): Promise<Buffer | string | undefined> {
    const [, name = "", version] =
      /^\/(.+?)(?:\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(target)) ?? [];
    const versions = installations.get(name);
    if (versions === undefined) return undefined;
    if (version !== undefined) {
      const folder = versions.get(version);
      return folder && archiveOf(folder);
    }
    const manifests = await Promise.all(
      [...versions].map(async ([version, folder]) => {
        const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
        const hash = createHash("sha512").update(await archiveOf(folder));
        const dist = {
          tarball: `${url}/${name}/-/${version}.tgz`,
          integrity: `sha512-${hash.digest("base64")}`,
        };
        return [version, { ...manifest, dist }];
      }),
    );
    const latestVersion = manifests.at(-1)?.[0];
    return JSON.stringify({
      name,
      "dist-tags": { latest: latestVersion },
      versions: Object.fromEntries(manifests),
    });
  }

  const server = http.createServer(async (request, response) => {
    const result = await answer(request.url ?? "/").catch((error: Error) => error);
    response.writeHead(result === undefined ? 404 : result instanceof Error ? 500 : 200);
    response.end(result instanceof Error ? result.message : (result ?? "{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pack(folder: string): Promise<Buffer> {
  const { stdout } = await run(
    "tar",
    [
      "--use-compress-program=gzip -1",
      "-cf",
      "-",
      "--exclude=node_modules",
      "-C",
      path.dirname(folder),
      path.basename(folder),
    ],
    { encoding: "buffer", maxBuffer: LARGEST },
  );
  return stdout;
}
