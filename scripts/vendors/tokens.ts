import type { VendorName } from "./vendor.ts";

export type TokenState<T> = { state: "valid"; value: T } | { state: "dead" } | { state: "invalid" };

/** Page and sync tokens: opaque to the client, and permanently dead once the vendor has expired them. */
export class Tokens {
  readonly #generations = new Map<VendorName, number>();
  readonly #listeners: ((vendor: VendorName) => void)[] = [];

  make(vendor: VendorName, kind: string, value: object): string {
    const content = { vendor, kind, generation: this.#generation(vendor), value };
    return Buffer.from(JSON.stringify(content)).toString("base64url");
  }

  read<T>(vendor: VendorName, kind: string, token: string): TokenState<T> {
    const content = contentOf(token);
    if (content?.vendor !== vendor || content.kind !== kind) return { state: "invalid" };
    return content.generation === this.#generation(vendor)
      ? { state: "valid", value: content.value as T }
      : { state: "dead" };
  }

  /** Marks as dead every token that this vendor has issued. */
  expire(vendor: VendorName): void {
    this.#generations.set(vendor, this.#generation(vendor) + 1);
    for (const listener of this.#listeners) listener(vendor);
  }

  /** Calls the listener when tokens expire, for vendors whose cursors are plain numbers. */
  onExpire(listener: (vendor: VendorName) => void): void {
    this.#listeners.push(listener);
  }

  #generation(vendor: VendorName): number {
    return this.#generations.get(vendor) ?? 0;
  }
}

interface Content {
  vendor: string;
  kind: string;
  generation: number;
  value: unknown;
}

function contentOf(token: string): Content | null {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString()) as Content;
  } catch {
    return null;
  }
}
