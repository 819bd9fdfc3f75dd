/**
 * Finds a Chromium for the browser tests: the one in CHROME_PATH, an installed one, Playwright's download, or
 * Debian's package.
 */
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const run = promisify(execFile);

/** The headless shell comes first, because it renders only pages and not a browser's own windows. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const DOWNLOAD_MS = 180_000;

/**
 * Flags for headless work, even as root. The browser makes no network requests of its own and opens no first-run
 * pages.
 */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of a browser that can start. Throws an Error that names the missing package. */
export async function findBrowser(onProgress: (step: string) => void = () => {}): Promise<string> {
  const chromePath = process.env["CHROME_PATH"];
  if (chromePath) {
    if (await isExecutable(chromePath)) return chromePath;
    throw new Error(`CHROME_PATH names ${chromePath}, which cannot be started.`);
  }
  const browser = (await installedBrowser()) ?? (await downloadedBrowser());
  if (browser) return browser;

  onProgress("Downloading a browser for the tests");
  if (await succeeds(process.execPath, [playwrightCli(), "install", "chromium-headless-shell"])) {
    const fresh = await downloadedBrowser();
    if (fresh) return fresh;
  }
  if (process.getuid?.() === 0) {
    onProgress("Installing Debian's chromium for the tests");
    if (
      (await succeeds("apt-get", ["update"])) &&
      (await succeeds("apt-get", [
        "install",
        "-y",
        "--no-install-recommends",
        "chromium-headless-shell",
      ]))
    ) {
      const fresh = await installedBrowser();
      if (fresh) return fresh;
    }
  }
  throw new Error(
    "The browser tests need Chromium or Chrome: install one, or name it with CHROME_PATH.",
  );
}

async function installedBrowser(): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return firstExecutable([...candidates, ...APPLICATIONS]);
}

async function downloadedBrowser(): Promise<string | undefined> {
  return firstExecutable([chromium.executablePath()]);
}

function playwrightCli(): string {
  return path.join(import.meta.dirname, "../node_modules/playwright-core/cli.js");
}

async function firstExecutable(candidates: string[]): Promise<string | undefined> {
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate;
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
  return run(command, args, { timeout: DOWNLOAD_MS }).then(
    () => true,
    () => false,
  );
}
