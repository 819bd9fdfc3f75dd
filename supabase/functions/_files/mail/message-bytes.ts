/** The bytes of a message in the form that the parser expects. */

const [CARRIAGE_RETURN, LINE_FEED] = [13, 10];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The message without a byte-order mark, which would hide its first header, and with line feeds. */
export function parsable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  const message = hasMark ? bytes.slice(BYTE_ORDER_MARK.length) : bytes;
  return endsLinesWithReturns(message) ? withLineFeeds(message) : message;
}

/** Whether the headers end before the first line feed. */
function endsLinesWithReturns(bytes: Uint8Array): boolean {
  const feed = bytes.indexOf(LINE_FEED);
  const head = feed < 0 ? bytes : bytes.subarray(0, feed);
  if (feed < 0) return head.includes(CARRIAGE_RETURN);
  for (
    let at = head.indexOf(CARRIAGE_RETURN);
    at >= 0;
    at = head.indexOf(CARRIAGE_RETURN, at + 1)
  ) {
    // Two carriage returns before a line feed are one line end.
    if (head[at + 1] === CARRIAGE_RETURN && at + 2 < feed) return true;
  }
  return false;
}

function withLineFeeds(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = bytes.slice();
  for (let at = lines.indexOf(CARRIAGE_RETURN); at >= 0; at = lines.indexOf(CARRIAGE_RETURN, at)) {
    // The parser ignores a carriage return before a line feed.
    if (lines[at + 1] === LINE_FEED) at += 1;
    else lines[at] = LINE_FEED;
  }
  return lines;
}
