/**
 * Channels on which a vendor announces changes by pushes. A push is only a hint: polling finds every change without
 * it.
 */

interface ChannelRequest {
  settings: Record<string, unknown>;
  secret: string;
  baseUrl: string;
  signal: AbortSignal;
}

export interface OpenedChannel {
  externalId: string;
  /** Names the watched resource, if stopping the channel requires it. */
  externalResourceId: string | null;
  /** Proves the origin of pushes: our token in each of them, or the vendor's secret that signs them. */
  proof: { token: string } | { secret: string };
  /** ISO text. */
  expiresAt: string;
}

export interface PushChannels {
  /** The watched resources, with a channel for each. */
  resources(settings: Record<string, unknown>): string[];
  /** Opens a channel to `address`. Every failure is a SyncError. */
  open(request: ChannelRequest & { resource: string; address: string }): Promise<OpenedChannel>;
  /** Every failure is a SyncError. */
  stop(
    request: ChannelRequest & { externalId: string; externalResourceId: string | null },
  ): Promise<void>;
}

/** A push as it arrived. Whether it is genuine is decided by the database, which knows the channels. */
export interface Push {
  channelId: string;
  /** False for the first message of a channel, which announces no change. */
  isChange: boolean;
  /** Null if the vendor numbers no messages. The body then identifies a message. */
  messageId: string | null;
  proof: { token: string } | { body: string; signature: string };
}

export interface PushReader {
  /** Whether a request claims to be a push. */
  isPush(headers: Headers): boolean;
  /** Returns null for a request that cannot be a genuine push. */
  read(headers: Headers, body: string): Push | null;
}
