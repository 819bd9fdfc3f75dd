/** The keys of a stack, created once per data folder and stored there with mode 0600. */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { exportJWK, generateKeyPair, type JWK } from "jose";

export interface StackKeys {
  /** `sb_publishable_…`: means the role `anon`. */
  publishable: string;
  /** `sb_secret_…`: means the role `service_role`. */
  secret: string;
  /** The private ES256 key that signs user tokens. */
  signing: JWK;
  /** Shared with Lite only. It signs Lite's own tokens, which never leave the gateway. */
  liteSecret: string;
  /** Password of the database role Lite connects as. */
  litePassword: string;
}

/** Throws an Error of one sentence if the file exists but contains no keys. */
export async function loadKeys(file: string): Promise<StackKeys> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text !== undefined) return parseKeys(file, text);
  const keys = await makeKeys();
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}

function parseKeys(file: string, text: string): StackKeys {
  try {
    const keys = JSON.parse(text) as StackKeys;
    const strings = [keys.publishable, keys.secret, keys.liteSecret, keys.litePassword];
    if (strings.every((value) => typeof value === "string") && keys.signing.d) return keys;
  } catch {
    // An unreadable file is reported below, like a file with a missing key.
  }
  throw new Error(`The data folder is broken: ${file} does not contain the keys of a stack.`);
}

async function makeKeys(): Promise<StackKeys> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const signing = { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: random(12) };
  return {
    publishable: `sb_publishable_${random(24)}`,
    secret: `sb_secret_${random(32)}`,
    signing,
    liteSecret: random(48),
    litePassword: random(24),
  };
}

function random(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
