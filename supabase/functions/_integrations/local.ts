import { AppError } from "../_domain/app-error.ts";
import type { CalendarWriter } from "./calendar/port.ts";
import type { TaskTracker } from "./tasks/port.ts";
import { VendorError } from "./vendor-error.ts";

interface LocalObject {
  external_id: string;
  url: string | null;
}

/**
 * Executes the card of one leased job in the database, without a vendor. It writes exactly the card's content, and
 * only once per card.
 */
export interface LocalEffects {
  find(): Promise<LocalObject | null>;
  carryOut(): Promise<LocalObject>;
}

/** Tasks of this service's own projects. */
export function localTasks(effects: LocalEffects): TaskTracker {
  return {
    isRepeatable: true,
    find: () => findObject(effects.find),
    create: async () => localObject(await withRefusals(effects.carryOut)),
    confirm: () => findObject(effects.find),
  };
}

/** Events of this service's own calendar. */
export function localCalendar(effects: LocalEffects): CalendarWriter {
  const withoutCopy = { copy: null };
  return {
    isRepeatable: true,
    async find() {
      const object = await findObject(effects.find);
      return object && { ...object, ...withoutCopy };
    },
    apply: async () => ({ ...localObject(await withRefusals(effects.carryOut)), ...withoutCopy }),
  };
}

async function findObject(find: LocalEffects["find"]) {
  const object = await withRefusals(find);
  return object && localObject(object);
}

const localObject = ({ external_id, url }: LocalObject) => ({
  provider: "local" as const,
  externalId: external_id,
  url,
});

/** If the database refuses the content, the card fails. A lost lease is not such a refusal. */
async function withRefusals<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500;
    if (isRefusal && !["lease_lost", "call_not_marked", "try_again"].includes(error.code)) {
      throw new VendorError("refused", error.message);
    }
    throw error;
  }
}
