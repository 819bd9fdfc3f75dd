import { z } from "zod";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

const Received = z.object({ is_new: z.boolean() });

/**
 * Records a delivery of the webhook, which makes the vendor's listing due. Returns false for a delivery that was
 * received before.
 */
export async function receiveMeetingDelivery(db: Db, delivery_id: string): Promise<boolean> {
  return Received.parse(await callFunction(db, "receive_meeting_delivery", { delivery_id })).is_new;
}
