/**
 * Executes an approved card in another system. Whatever crashes, and whenever, there is one effect, or none, or a
 * card with the status `unknown` until the effect is looked up:
 *
 * 1. Announce the call in the database, then make it. The object that it creates has the card's id (the marker).
 * 2. A worker that finds an announced call looks for the marker first. If it finds it, the effect exists.
 * 3. If not, it calls again only if the other system accepts each marker once. Otherwise the first call may still be
 *    on its way, so the card waits and is looked up later. The worker never repeats such a call.
 * 4. A card is `failed` only if it certainly had no effect.
 * 5. A card is `executed` only if a lookup after the call has found the marker. The response to the call is not
 *    enough.
 */
import {
  type Execution,
  type ExecutionResult,
  executionOf,
  type LeasedApproval,
} from "../_db/executions.ts";
import { asVendorError, VendorError } from "../_integrations/vendor-error.ts";
import { type JobHandler, RetryLaterError } from "./worker.ts";

/** The effect of one card on the other system. Failures are VendorErrors. */
export interface Effect {
  /** The name of the system in messages. */
  vendor: string;
  /** Whether applying it twice has only one effect. */
  isRepeatable: boolean;
  find(signal: AbortSignal): Promise<EffectResult | null>;
  carryOut(signal: AbortSignal): Promise<EffectResult>;
  /** Looks up the new object by the id that the call returned, because a search index may lag behind. */
  confirm(effectResult: EffectResult, signal: AbortSignal): Promise<EffectResult | null>;
}

export interface EffectResult {
  result: ExecutionResult;
  /** Stores in our own tables the facts about the effect, before the card counts as executed. */
  record?: () => Promise<unknown>;
}

export type EffectOf = (approval: LeasedApproval, execution: Execution) => Promise<Effect>;

const CALL_WITHIN_MS = 10_000;

/** Runs jobs of the kinds `task_act` and `calendar_act`. */
export function executeApproval(effectOf: EffectOf): JobHandler {
  return async (job, { db, signal }) => {
    const execution = executionOf(db, { job_id: job.id, attempt: job.attempt });
    const lease = await execution.lease();
    if (lease.state === "gone") return "handled";
    const { vendor_called_before: wasCalled, marker } = lease;

    let effect: Effect;
    let effectResult: EffectResult | null = null;
    try {
      effect = await effectOf(lease.approval, execution);
      if (wasCalled || !effect.isRepeatable) effectResult = await effect.find(signal);
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      // A lookup has no effect. So if it fails and there was no earlier call, nothing has happened.
      if (!wasCalled) return failWithoutEffect(error);
      return leaveUnknown(error, error.failure === "refused");
    }
    if (effectResult) {
      // An earlier attempt created it, even if the database did not record that.
      if (!wasCalled) await execution.markVendorCall();
      return finish(effectResult);
    }
    if (wasCalled && !effect.isRepeatable) {
      const message = `${effect.vendor} was called, but its result is unknown`;
      return leaveUnknown(new VendorError("ambiguous", message), true);
    }

    const startedAt = performance.now();
    await execution.markVendorCall();
    if (performance.now() - startedAt > CALL_WITHIN_MS) {
      // This process was suspended. Another worker may have looked up the announced call since.
      throw new Error("The call was announced too long ago");
    }
    try {
      effectResult = await effect.carryOut(signal);
    } catch (error) {
      const failure = asVendorError(error, effect.vendor);
      // A refusal of this call says nothing about an earlier call.
      if (failure.failure !== "ambiguous" && !wasCalled) return failWithoutEffect(failure);
      const object = await effect.find(signal).catch(() => null);
      if (object) return finish(object);
      return leaveUnknown(failure, !effect.isRepeatable || failure.failure === "refused");
    }
    const confirmation = await effect.confirm(effectResult, signal).catch(() => null);
    if (confirmation) return finish(confirmation);
    const message = `${effect.vendor} reported success, but a lookup did not find the result`;
    return leaveUnknown(new VendorError("ambiguous", message), !effect.isRepeatable);

    async function finish({ result, record }: EffectResult) {
      await record?.();
      await execution.confirm(marker, result);
      await execution.finish(result);
      return "handled" as const;
    }

    async function failWithoutEffect({ message, failure, retryAfterMs }: VendorError) {
      await execution.fail(message, failure === "refused", retryAfterMs);
      return "handled" as const;
    }

    /** The job is retried with the call still announced, or parked until the effect is looked up. */
    async function leaveUnknown(failure: VendorError, isParked: boolean) {
      if (!isParked) throw retryOf(failure);
      await execution.park(failure.message);
      return "handled" as const;
    }
  };
}

// The search index of the other system may lag behind its writes.
const MAX_LOOKUPS = 2;
const NEXT_LOOKUP_MS = 30_000;

/** Settles cards whose outcome is unknown: jobs of the kinds `task_reconcile` and `calendar_reconcile`. */
export function settleApproval(effectOf: EffectOf, nextLookupMs = NEXT_LOOKUP_MS): JobHandler {
  return async (job, { db, signal }) => {
    const execution = executionOf(db, { job_id: job.id, attempt: job.attempt });
    const lease = await execution.leaseReconciliation();
    if (lease.state === "gone") return "handled";
    try {
      const effect = await effectOf(lease.approval, execution);
      const object = await effect.find(signal);
      if (object) {
        await object.record?.();
        await execution.confirm(lease.marker, object.result);
        await execution.settleFound(object.result);
      } else if (job.attempt < MAX_LOOKUPS) {
        throw new RetryLaterError("Not found yet. Checking again", nextLookupMs);
      } else {
        await execution.settleAbsent(`${effect.vendor} has no object for this card. Try again`);
      }
    } catch (error) {
      throw error instanceof VendorError ? retryOf(error) : error;
    }
    return "handled";
  };
}

function retryOf({ message, retryAfterMs }: VendorError): Error {
  return retryAfterMs === null ? new Error(message) : new RetryLaterError(message, retryAfterMs);
}
