import { expect } from "vitest";
import type { Admission, GateLoad } from "../../scripts/stack/gateway/admission.ts";
import { askAs } from "../support/http.ts";

export interface GatewayLoad {
  gates: Record<keyof Admission, GateLoad>;
  bodies: { bytes: number; most: number; limit: number };
}

/** The numbers that the gateway keeps about itself. */
export async function loadOfGateway(): Promise<GatewayLoad> {
  const answer = await askAs("secret_key", "/gateway/v1/load");
  expect(answer.status).toBe(200);
  return answer.json as GatewayLoad;
}
