/** Vendors that are connected, and the service that changes them. */
import { integrations } from "../../../supabase/functions/_domain/integrations/contract.ts";
import { get, post } from "../answers.ts";
import {
  hoursOfHarvest,
  type receiptOf,
  tasksOfClickUp,
  vendorsWith,
} from "../fixtures/integrations.ts";
import { people } from "../fixtures/people.ts";

export const address = "/settings/integrations";

export const settings = {
  list_id: "901",
  marker_field_id: "m1",
  assignees: { [people.member.id]: 7 },
};

/** The service with these vendors; an action changes them as the test defines. */
export function integrationService(
  first: ReturnType<typeof vendorsWith>,
  act: (body: { action: string }) => {
    providers?: ReturnType<typeof vendorsWith>;
    receipt?: ReturnType<typeof receiptOf>;
  } = () => ({}),
) {
  let providers = first;
  const requests: unknown[] = [];
  const answers = [
    get(integrations, () => ({ providers })),
    post(integrations, ({ body }) => {
      requests.push(body);
      const result = act(body);
      providers = result.providers ?? providers;
      return { action: body.action, receipt: result.receipt ?? null };
    }),
  ];
  return { answers, requests };
}

export const bothConnected = (isAdmin: boolean) =>
  vendorsWith({
    clickup: { settings: isAdmin ? settings : null, streams: [tasksOfClickUp] },
    harvest: { settings: isAdmin ? { account_id: "7" } : null, streams: [hoursOfHarvest] },
  });
