/** `/gateway/v1/load`: the present load of the gateway, for holders of the secret key. */
import { Hono } from "hono";
import type { Admission } from "./admission.ts";
import type { KnownKeys } from "./credentials.ts";
import { gatewayErrors } from "./gateway-errors.ts";
import type { BodyMemory } from "./request-body.ts";

export function loadRoutes(options: {
  keys: KnownKeys;
  admission: Admission;
  bodies: BodyMemory;
}): Hono {
  return new Hono().get("/", (c) => {
    const key = c.req.header("apikey");
    if (!key) throw gatewayErrors.noApiKey();
    if (key !== options.keys.secret) throw gatewayErrors.wrongApiKey();
    const gates = Object.entries(options.admission).map(([name, gate]) => [name, gate.load()]);
    c.header("cache-control", "no-store");
    return c.json({ gates: Object.fromEntries(gates), bodies: options.bodies.load() });
  });
}
