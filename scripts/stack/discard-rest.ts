/**
 * Reads the rest of a body whose response was already sent. An unread body would end the connection, and with it the
 * client's next request. The server limits how long and how much it reads (500 ms, 64 MB).
 */
export function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  void readToEnd(reader).catch(() => {});
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
