/** The part of a body that a `Range` header asks for; Lite sends the whole. */

/** 206 with the part, 416 when it lies outside, 200 with the whole when the header is of another kind. */
export function partOf(body: ArrayBuffer, range: string, headers: Headers): Response {
  const size = body.byteLength;
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === "" && to === "") return new Response(body, { headers });
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  headers.delete("content-length");
  if (first > last) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${first}-${last}/${size}`);
  return new Response(body.slice(first, last + 1), { status: 206, headers });
}
