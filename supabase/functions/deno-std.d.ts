/** The parts of npm's deno-std that the functions use: the package has no types, and Deno infers them where Node cannot. */

declare module "deno-std/async/deadline.js" {
  export function deadline<T>(
    promise: Promise<T>,
    ms: number,
    options?: { signal?: AbortSignal },
  ): Promise<T>;
}

declare module "deno-std/async/delay.js" {
  export function delay(ms: number, options?: { signal?: AbortSignal }): Promise<void>;
}

declare module "deno-std/bytes/equals.js" {
  export function equals(a: Uint8Array, b: Uint8Array): boolean;
}

declare module "deno-std/bytes/index_of_needle.js" {
  export function indexOfNeedle(source: Uint8Array, needle: Uint8Array, start?: number): number;
}

declare module "deno-std/bytes/starts_with.js" {
  export function startsWith(source: Uint8Array, prefix: Uint8Array): boolean;
}

declare module "deno-std/crypto/timing_safe_equal.js" {
  export function timingSafeEqual(one: ArrayBuffer, other: ArrayBuffer): boolean;
}

declare module "deno-std/encoding/base64.js" {
  export function decodeBase64(text: string): Uint8Array<ArrayBuffer>;
  export function encodeBase64(bytes: Uint8Array): string;
}

declare module "deno-std/encoding/base64url.js" {
  export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer>;
}

declare module "deno-std/encoding/hex.js" {
  export function encodeHex(bytes: ArrayBuffer): string;
}

declare module "deno-std/http/server_sent_event_stream.js" {
  export interface ServerSentEventMessage {
    data?: string;
    comment?: string;
  }
  export class ServerSentEventStream extends TransformStream<
    ServerSentEventMessage,
    Uint8Array<ArrayBuffer>
  > {}
}

declare module "deno-std/media_types/parse_media_type.js" {
  export function parseMediaType(
    type: string,
  ): [mediaType: string, parameters: Record<string, string> | undefined];
}

declare module "deno-std/streams/limited_bytes_transform_stream.js" {
  export class LimitedBytesTransformStream extends TransformStream<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  > {
    constructor(size: number, options?: { error?: boolean });
  }
}

declare module "deno-std/streams/to_text.js" {
  export function toText(stream: ReadableStream<string | Uint8Array>): Promise<string>;
}
