/**
 * PostgreSQL in this process (PGlite), for programs that connect to a server: the only PostgreSQL with pgvector that
 * a package brings. It has one session, which the connections share in turn: a connection owns it from its first
 * message until the server reports that no transaction is open, under the connection's role and settings. Session
 * locks are shared here, so nothing that waits for one can be tested with it.
 */
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import { inTurn } from "../../scripts/stack/lite/keyed-queue.ts";

export interface LiteServer {
  url: string;
  close(): Promise<void>;
}

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const VERSION = 196_608;
const READY = "Z".charCodeAt(0);
const NOTIFICATION = "A".charCodeAt(0);
const COMPLETE = "C".charCodeAt(0);
/** Messages that the server acts on: a query, the end of a batch, and a request for the answers so far. */
const FLUSH = "H".charCodeAt(0);
const ANSWERED = [FLUSH, "Q".charCodeAt(0), "S".charCodeAt(0)];
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
/** Parameters of a startup message that describe the client and are not settings. */
const NO_SETTINGS = ["user", "database", "options", "replication", "client_encoding"];

/** Messages that are processed together. */
interface Batch {
  bytes: Uint8Array<ArrayBuffer>;
  /** Returns the state after which the server is ready. */
  isWhole: boolean;
}

interface Connection {
  socket: Socket;
  /** Brings the one session to the state of this connection. */
  enter: string;
  listens: boolean;
}

export async function serveLite(db: PGlite): Promise<LiteServer> {
  const connections = new Set<Connection>();
  const turn = inTurn();
  const { rows } = await db.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  let currentConnection: Connection | undefined;

  /** Sends messages to the session and its responses to the connection. True if a transaction is then open. */
  async function answer(connection: Connection, batch: Batch): Promise<boolean | undefined> {
    const bytes = await db.execProtocolRaw(batch.bytes, { syncToFs: false });
    const frames = framesOf(bytes).whole;
    // After an error PGlite reports it at once and when the batch ends; a client would take the second for the end of another batch.
    const ready = batch.isWhole ? frames.findLast((frame) => frame[0] === READY) : undefined;
    for (const frame of frames) {
      const type = frame[0];
      if (type === READY && frame !== ready) continue;
      if (type === COMPLETE && textOf(frame).startsWith("LISTEN")) connection.listens = true;
      if (type !== NOTIFICATION) send(connection, frame);
      else for (const listener of connections) if (listener.listens) send(listener, frame);
    }
    return ready && ready[5] !== IDLE;
  }

  async function enter(connection: Connection): Promise<void> {
    if (currentConnection === connection) return;
    await db.exec(connection.enter);
    currentConnection = connection;
  }

  async function serve(socket: Socket): Promise<void> {
    const messages = readMessages(socket);
    const parameters = await startUp(socket, messages, version);
    if (!parameters) return;
    const connection = { socket, enter: entryOf(parameters), listens: false };
    connections.add(connection);
    try {
      for (;;) {
        const first = await messages.next();
        if (first.done) return;
        await turn("session", async () => {
          await enter(connection);
          let isOpen: boolean | undefined = await answer(connection, first.value);
          while (isOpen !== false) {
            const next = await messages.next();
            if (next.done) {
              await db.exec("rollback");
              return;
            }
            isOpen = (await answer(connection, next.value)) ?? isOpen;
          }
        });
      }
    } finally {
      connections.delete(connection);
      if (currentConnection === connection) currentConnection = undefined;
    }
  }

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    serve(socket)
      .catch((error) => console.error("lite server:", error))
      .finally(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      for (const { socket } of connections) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await sleep(0);
    },
  };
}

/** Sets the role and the settings of the connection, until they are reset. */
function entryOf(parameters: Map<string, string>): string {
  const settings = [...parameters].filter(([name]) => !NO_SETTINGS.includes(name));
  for (const [, name, value] of (parameters.get("options") ?? "").matchAll(/-c\s*(\w+)=(\S+)/g)) {
    settings.push([name as string, value as string]);
  }
  return [
    "reset session authorization",
    "reset all",
    // The search path with which a new session of this database starts.
    `set search_path = "$user", public, extensions`,
    ...settings.map(
      ([name, value]) => `select set_config('${quote(name)}', '${quote(value)}', false)`,
    ),
    `set session authorization '${quote(parameters.get("user") ?? "postgres")}'`,
  ].join(";\n");
}

const quote = (text: string) => text.replaceAll("'", "''");

/** Admits every client. Null for any other startup message. */
async function startUp(
  socket: Socket,
  messages: AsyncGenerator<Batch, undefined>,
  server_version: string,
): Promise<Map<string, string> | null> {
  const { value } = await messages.next();
  if (!value) return null;
  const words = new TextDecoder().decode(value.bytes.subarray(8)).split("\0");
  const parameters = new Map<string, string>();
  for (let at = 0; words[at]; at += 2) parameters.set(words[at] as string, words[at + 1] ?? "");
  const headerTexts = {
    server_version,
    server_encoding: "UTF8",
    client_encoding: "UTF8",
    DateStyle: "ISO, MDY",
    TimeZone: "UTC",
    integer_datetimes: "on",
    standard_conforming_strings: "on",
  };
  socket.write(
    Buffer.concat([
      frameOf("R", new Uint8Array(4)),
      ...Object.entries(headerTexts).map(([name, text]) =>
        frameOf("S", Buffer.from(`${name}\0${text}\0`)),
      ),
      frameOf("K", new Uint8Array(8)),
      frameOf("Z", Buffer.from("I")),
    ]),
  );
  return parameters;
}

/** The messages of a client, in batches that the server can act on at once. The first one names the user. */
async function* readMessages(socket: Socket): AsyncGenerator<Batch, undefined> {
  let buffer = Buffer.alloc(0);
  let isStarted = false;
  let pendingChunks: Uint8Array[] = [];
  for await (const data of socket) {
    buffer = Buffer.concat([buffer, data as Buffer]);
    while (!isStarted && buffer.length >= 8 && buffer.length >= buffer.readInt32BE(0)) {
      const length = buffer.readInt32BE(0);
      const code = buffer.readInt32BE(4);
      if (code === SSL_REQUEST || code === GSS_REQUEST) socket.write("N");
      else if (code !== VERSION) return;
      else {
        isStarted = true;
        yield { bytes: new Uint8Array(buffer.subarray(0, length)), isWhole: true };
      }
      buffer = buffer.subarray(length);
    }
    if (!isStarted) continue;
    const { whole, rest } = framesOf(buffer);
    buffer = Buffer.from(rest);
    for (const frame of whole) {
      if (frame[0] === TERMINATE) return;
      pendingChunks.push(frame);
      if (!ANSWERED.includes(frame[0] as number)) continue;
      yield { bytes: new Uint8Array(Buffer.concat(pendingChunks)), isWhole: frame[0] !== FLUSH };
      pendingChunks = [];
    }
  }
}

/** Splits bytes into messages: a letter, the length, the content. */
function framesOf(bytes: Uint8Array): { whole: Uint8Array[]; rest: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wholeFrames: Uint8Array[] = [];
  let at = 0;
  while (at + 5 <= bytes.length) {
    const end = at + 1 + view.getInt32(at + 1);
    if (end > bytes.length) break;
    wholeFrames.push(bytes.subarray(at, end));
    at = end;
  }
  return { whole: wholeFrames, rest: bytes.subarray(at) };
}

function frameOf(type: string, content: Uint8Array): Uint8Array {
  const frame = Buffer.alloc(5 + content.length);
  frame.write(type);
  frame.writeInt32BE(4 + content.length, 1);
  frame.set(content, 5);
  return frame;
}

const textOf = (frame: Uint8Array) => new TextDecoder().decode(frame.subarray(5));

function send({ socket }: Connection, frame: Uint8Array): void {
  if (socket.writable) socket.write(Buffer.from(frame));
}
