/** The parts of a gateway that a test does not provide itself. */
import path from "node:path";
import { createAdmission } from "../../scripts/stack/gateway/admission.ts";
import { IDLE_LOOP } from "../../scripts/stack/gateway/event-loop.ts";
import { createKnownDevices } from "../../scripts/stack/gateway/known-devices.ts";
import { loadKeys } from "../../scripts/stack/keys.ts";
import { createTokens } from "../../scripts/stack/lite/repairs/user-tokens.ts";

export async function gatewayParts<P extends object>(folder: string, parts: P) {
  const keys = await loadKeys(path.join(folder, "keys.json"));
  return {
    ...parts,
    keys,
    tokens: await createTokens(keys),
    devices: createKnownDevices(keys.liteSecret),
    userTiers: { of: async () => "member" as const, close: async () => {} },
    admission: createAdmission(),
    loop: IDLE_LOOP,
    incomingDir: path.join(folder, "incoming"),
    proxies: [] as string[],
  };
}
