/** Webhooks and push channels: their receivers, each vendor's signature, and lost deliveries. */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { numbersOf } from "./faults.ts";
import type { VendorName } from "./vendor.ts";

export interface Subscription {
  id: string;
  vendor: VendorName;
  url: string;
  secret: string;
  /** The list, calendar or other container that it is about; null for everything. */
  resource: string | null;
  /** Milliseconds; null means it does not expire. */
  expiresAt: number | null;
}

export interface Delivery {
  id: string;
  vendor: VendorName;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface DeliveryResult extends Delivery {
  /** Null without a response. */
  status: number | null;
}

/** Creates the push of a change for one subscription; null if it is about something else. */
export type PushOf = (subscription: Subscription) => Omit<Delivery, "vendor" | "url"> | null;

export interface DeliveryFaults {
  /** With the same seed, order, losses and repetitions are the same. */
  seed: number;
  /** The share of deliveries that never arrives. */
  lost?: number;
  /** The share that arrives twice. */
  repeated?: number;
  isShuffled?: boolean;
}

export class Subscriptions {
  /** Deliveries that have not been sent yet. */
  readonly pending: Delivery[] = [];
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #now: () => number;
  /** Called after each new delivery. The command line then sends it immediately. */
  onPending: () => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
  }

  add(
    values: Omit<Subscription, "id" | "secret"> & { id?: string; secret?: string },
  ): Subscription {
    const subscription = { id: randomUUID(), secret: newWebhookSecret(), ...values };
    this.#subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  get(id: string): Subscription | undefined {
    return this.#subscriptions.get(id);
  }

  remove(id: string): boolean {
    return this.#subscriptions.delete(id);
  }

  list(vendor: VendorName): Subscription[] {
    return [...this.#subscriptions.values()].filter(
      (subscription) =>
        subscription.vendor === vendor &&
        (subscription.expiresAt === null || subscription.expiresAt > this.#now()),
    );
  }

  publish(vendor: VendorName, pushOf: PushOf): void {
    for (const subscription of this.list(vendor)) this.queue(subscription, pushOf);
  }

  queue(subscription: Subscription, pushOf: PushOf): void {
    const push = pushOf(subscription);
    if (!push) return;
    this.pending.push({ ...push, vendor: subscription.vendor, url: subscription.url });
    this.onPending();
  }

  /** Sends pending pushes, and does not repeat refused ones, because polling finds their changes. */
  async deliver(faults?: DeliveryFaults): Promise<DeliveryResult[]> {
    const deliveries: DeliveryResult[] = [];
    for (const delivery of applyFaults(this.pending.splice(0), faults))
      deliveries.push(await send(delivery));
    return deliveries;
  }
}

function applyFaults(deliveries: Delivery[], faults?: DeliveryFaults): Delivery[] {
  if (!faults) return deliveries;
  const next = numbersOf(faults.seed);
  const arriving = deliveries.flatMap((delivery) => {
    if (next() < (faults.lost ?? 0)) return [];
    return next() < (faults.repeated ?? 0) ? [delivery, delivery] : [delivery];
  });
  if (!faults.isShuffled) return arriving;
  return arriving
    .map((delivery) => ({ delivery, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ delivery }) => delivery);
}

async function send(delivery: Delivery): Promise<DeliveryResult> {
  const { url, headers, body } = delivery;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...(body !== "" && { "content-type": "application/json" }), ...headers },
      ...(body !== "" && { body }),
      signal: AbortSignal.timeout(7_000),
    });
    await response.arrayBuffer();
    return { ...delivery, status: response.status };
  } catch {
    return { ...delivery, status: null };
  }
}

/** A secret in the form of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

/** Headers of Standard Webhooks, or of Svix with the prefix `svix`. */
export function standardWebhook(
  { secret }: Subscription,
  id: string,
  now: number,
  body: string,
  prefix: "webhook" | "svix" = "webhook",
): Record<string, string> {
  const seconds = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: seconds,
    [`${prefix}-signature`]: `v1,${signature}`,
  };
}

export const hexSignature = (secret: string, body: string) =>
  createHmac("sha256", secret).update(body).digest("hex");
