import type { EventToChange, Execution, Integration, LeasedApproval } from "../_db/executions.ts";
import type { VendorEnv } from "../_env.ts";
import { GoogleCalendarSettings, googleCalendar } from "../_integrations/calendar/google.ts";
import { ServiceAccount } from "../_integrations/calendar/google-token.ts";
import type {
  CalendarWriter,
  ChangedEvent,
  EventChange,
  EventFields,
} from "../_integrations/calendar/port.ts";
import { localCalendar } from "../_integrations/local.ts";
import { VendorError } from "../_integrations/vendor-error.ts";
import type { EffectOf, EffectResult } from "../_jobs/execute-approval.ts";

/**
 * The effect of a card on its event. A new event is created in Google Calendar if it is connected, otherwise here. An
 * existing event is changed in its own calendar.
 */
export function calendarEffectOf(env: VendorEnv): EffectOf {
  return async (approval, execution) => {
    const marker = approval.id;
    const event =
      approval.kind === "calendar_event_create" ? null : await execution.eventToChange();
    const vendorCalendar =
      event?.provider === "local" ? null : connectedCalendar(await execution.integration(), env);
    if (event && event.provider !== "local" && !vendorCalendar) throw notConnected();
    const calendar: CalendarWriter =
      vendorCalendar ??
      localCalendar({ find: execution.findLocalEffect, carryOut: execution.carryOutLocally });
    const change = changeOf(approval, event);
    return {
      vendor: "The calendar",
      isRepeatable: calendar.isRepeatable,
      async find(signal) {
        const event = await calendar.find(marker, change, signal);
        return event && resultOf(event, execution);
      },
      carryOut: async (signal) => resultOf(await calendar.apply(marker, change, signal), execution),
      async confirm(_, signal) {
        const event = await calendar.find(marker, change, signal);
        return event && resultOf(event, execution);
      },
    };
  };
}

function changeOf({ kind, payload }: LeasedApproval, event: EventToChange | null): EventChange {
  if (!event) return { type: "create", fields: payload as unknown as EventFields };
  const { event_id: _, note, applies_to, ...fields } = payload;
  const isForAll = applies_to === "all";
  return kind === "calendar_event_cancel"
    ? { type: "cancel", event, isForAll, note: (note as string | undefined) ?? null }
    : { type: "update", event, isForAll, fields: fields as Partial<EventFields> };
}

const resultOf = (
  { provider, externalId, url, copy }: ChangedEvent,
  execution: Execution,
): EffectResult => ({
  result: { provider, external_id: externalId, url },
  ...(copy && { record: () => execution.recordEvent(copy) }),
});

function connectedCalendar(integration: Integration, env: VendorEnv): CalendarWriter | null {
  const fromEnv = integration.takes_environment ? env.googleCalendar : null;
  const settings = GoogleCalendarSettings.safeParse(integration.settings ?? fromEnv?.settings);
  const key = integration.settings ? integration.secret : fromEnv?.serviceAccount;
  if (!integration.settings && !fromEnv) return null;
  const account = ServiceAccount.safeParse(parseJson(key));
  if (!settings.success || !account.success) throw notConnected();
  return googleCalendar({
    apiUrl: env.googleCalendarUrl,
    tokenUrl: env.googleTokenUrl,
    account: account.data,
    settings: settings.data,
  });
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

const notConnected = () =>
  new VendorError(
    "refused",
    "Google Calendar is not fully connected. Ask an admin to connect it again",
  );
