import { expect } from "vitest";
import type { Admission, GateLoad } from "../../scripts/stack/gateway/admission.ts";
import { askAs } from "../support/http.ts";

export interface GatewayLoad {
  gates: Record<keyof Admission, GateLoad>;
  bodies: { bytes: number; maxBytes: number; limit: number };
}

/** The gateway's report of its own load. */
export async function loadOfGateway(): Promise<GatewayLoad> {
  const answer = await askAs("secret_key", "/gateway/v1/load");
  expect(answer.status).toBe(200);
  return answer.json as GatewayLoad;
}
