/**
 * The network address a request comes from. Any client can write `X-Forwarded-For`, so it counts only if the
 * connection comes from a proxy that the operator has named.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Throws an Error of one sentence when a proxy is not named by its address. */
export function checkProxies(proxies: string[]): string[] {
  return proxies.map((proxy) => {
    const address = plain(proxy);
    if (isIP(address) === 0) throw new Error(`--trusted-proxy ${proxy} is not an IP address.`);
    return address;
  });
}

export function clientAddressOf(incoming: IncomingMessage, proxies: string[]): string {
  let clientAddress = plain(incoming.socket.remoteAddress ?? "");
  const addresses = [incoming.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  // Each proxy appends its client's address, so the last entries are the trustworthy ones.
  while (proxies.includes(clientAddress)) {
    const before = plain(addresses.pop()?.trim() ?? "");
    if (isIP(before) === 0) break;
    clientAddress = before;
  }
  return clientAddress;
}

/** An IPv4 address that arrives over an IPv6 socket is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}
