/** Makes requests fail, by a script or at random with a repeatable seed. */
import type { RequestMatch, Vendor, VendorName } from "./vendor.ts";

export const faultKinds = [
  "rate_limited",
  "rate_limited_by_403",
  "forbidden",
  "server_error",
  "timeout",
  "reset",
  "truncated",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  vendor?: VendorName;
  operation?: string;
  kind: FaultKind;
  /** The number of requests that are served first; 0 if absent. */
  skip?: number;
  /** How many requests fail; one if absent. */
  times?: number;
  /** The pause that the vendor requests. */
  retryAfterSeconds?: number;
  status?: 500 | 502 | 503 | 504;
}

export interface AppliedFault extends Fault {
  vendor: VendorName;
  operation: string;
}

export class Faults {
  /** The faults that occurred, in order. */
  readonly applied: AppliedFault[] = [];
  readonly #script: (Fault & { skip: number; times: number })[] = [];
  readonly #revoked = new Set<VendorName>();
  readonly #expire: (vendor: VendorName) => void;
  #random: (() => FaultKind | null) | null = null;

  constructor(expire: (vendor: VendorName) => void) {
    this.#expire = expire;
  }

  add(fault: Fault): void {
    this.#script.push({ ...fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  /** From now on a share of all requests fails. With the same seed, the same requests fail. */
  atRandom({
    seed,
    share,
    kinds = faultKinds,
  }: {
    seed: number;
    share: number;
    kinds?: readonly FaultKind[];
  }): void {
    const random = numbersOf(seed);
    this.#random = () => {
      const isFault = random() < share;
      const kind = kinds[Math.floor(random() * kinds.length)];
      return isFault && kind ? kind : null;
    };
  }

  /** Sync and page tokens of the vendor are dead: 410, 404 or syncStateNotFound, as the vendor does. */
  expireCursors(vendor: VendorName): void {
    this.#expire(vendor);
  }

  /** The account's grant is revoked until it is renewed. */
  revoke(vendor: VendorName): void {
    this.#revoked.add(vendor);
  }

  grant(vendor: VendorName): void {
    this.#revoked.delete(vendor);
  }

  isRevoked(vendor: VendorName): boolean {
    return this.#revoked.has(vendor);
  }

  clear(): void {
    this.#script.length = 0;
    this.#random = null;
    this.#revoked.clear();
  }

  /** The fault of this request; null if there is none. */
  next({ name }: Vendor, { operation }: RequestMatch): Fault | null {
    const fault = this.#scriptedFault(name, operation) ?? this.#randomFault();
    if (fault) this.applied.push({ ...fault, vendor: name, operation });
    return fault;
  }

  #scriptedFault(vendor: VendorName, operation: string): Fault | null {
    for (const fault of this.#script) {
      if (fault.vendor !== undefined && fault.vendor !== vendor) continue;
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      if (fault.times === 0) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.times -= 1;
      return fault;
    }
    return null;
  }

  #randomFault(): Fault | null {
    const kind = this.#random?.();
    return kind ? { kind } : null;
  }
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296;
  };
}
