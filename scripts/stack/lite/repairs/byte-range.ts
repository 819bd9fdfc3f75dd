/**
 * Fault of @supabase/lite 0.10.0: a download ignores `Range`, whereas hosted Storage answers it with 206 or 416.
 * Repair: the gateway sends the requested part of the whole body.
 */

/** Responds 206 with the part, 416 if it is outside the body, and 200 with the whole body for any other header. */
export function partOf(whole: Response, range: string, headers: Headers): Response {
  const size = Number(whole.headers.get("content-length"));
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if ((from === "" && to === "") || !(size > 0)) return new Response(whole.body, { headers });
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  headers.delete("content-length");
  if (first > last) {
    void whole.body?.cancel();
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${first}-${last}/${size}`);
  const part = whole.body?.pipeThrough(between(first, last + 1)) ?? null;
  return new Response(part, { status: 206, headers });
}

/** Passes on the bytes from `first` up to `end`, unbuffered. */
function between(first: number, end: number): TransformStream<Uint8Array, Uint8Array> {
  let offset = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const part = chunk.subarray(Math.max(first - offset, 0), Math.max(end - offset, 0));
      offset += chunk.byteLength;
      if (part.byteLength > 0) controller.enqueue(part);
      if (offset >= end) controller.terminate();
    },
  });
}
