import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { checkProxies, clientAddressOf } from "../../../scripts/stack/gateway/client-address.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("the address of a request", () => {
  test("is that of the connection, whatever the header contains, without a trusted proxy", () => {
    expect(clientAddressOf(from("203.0.113.5", "198.51.100.1"), [])).toBe("203.0.113.5");
    expect(clientAddressOf(from("203.0.113.5", "198.51.100.1"), ["10.0.0.1"])).toBe("203.0.113.5");
  });

  test("is the one that a trusted proxy reports", () => {
    expect(clientAddressOf(from("10.0.0.1", "198.51.100.1"), ["10.0.0.1"])).toBe("198.51.100.1");
    expect(clientAddressOf(from("::ffff:10.0.0.1", "198.51.100.1"), ["10.0.0.1"])).toBe(
      "198.51.100.1",
    );
  });

  test("is not the address that a client wrote before the proxy appended its own entry", () => {
    expect(clientAddressOf(from("10.0.0.1", "192.0.2.9, 198.51.100.1"), ["10.0.0.1"])).toBe(
      "198.51.100.1",
    );
  });

  test("passes through a chain of trusted proxies, and stops at a malformed header", () => {
    const proxies = ["10.0.0.1", "10.0.0.2"];
    expect(clientAddressOf(from("10.0.0.1", "198.51.100.1, 10.0.0.2"), proxies)).toBe(
      "198.51.100.1",
    );
    expect(clientAddressOf(from("10.0.0.1", "unknown, 10.0.0.2"), proxies)).toBe("10.0.0.2");
    expect(clientAddressOf(from("10.0.0.1"), proxies)).toBe("10.0.0.1");
  });
});

test("a proxy is named by its address", () => {
  expect(checkProxies(["10.0.0.1", "::FFFF:10.0.0.2", "::1"])).toEqual([
    "10.0.0.1",
    "10.0.0.2",
    "::1",
  ]);
  expect(() => checkProxies(["proxy.example"])).toThrow("is not an IP address");
});
