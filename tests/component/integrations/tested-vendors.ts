/** Vendors whose connection an admin tests. */
import { integrations } from "../../../supabase/functions/_domain/integrations/contract.ts";
import { get, post, rows } from "../answers.ts";
import { tasksOfClickUp, testOf, type vendorsWith } from "../fixtures/integrations.ts";

export const address = "/settings/integrations";

export const clickUp = {
  settings: { list_id: "901", marker_field_id: "m1" },
  streams: [tasksOfClickUp],
};

/** The lists that the last test of ClickUp found. */
export const lists = [
  { provider: "clickup", external_id: "901", name: "Website list" },
  { provider: "clickup", external_id: "902", name: "Shop" },
  { provider: "clickup", external_id: "903", name: "Launch" },
  { provider: "clickup", external_id: "904", name: "Launch" },
] as const;

/** A service with these vendors; a connection test replaces them with those that `test` returns. */
export function integrationService(
  first: ReturnType<typeof vendorsWith>,
  test: () => ReturnType<typeof vendorsWith> = () => first,
) {
  let providers = first;
  const requests: unknown[] = [];
  return {
    requests,
    set: (next: ReturnType<typeof vendorsWith>) => {
      providers = next;
    },
    answers: [
      get(integrations, () => ({ providers })),
      post(integrations, ({ body }) => {
        requests.push(body);
        if (body.action === "test") providers = test();
        return { action: body.action, receipt: null };
      }),
      rows("vendor_lists", lists),
    ],
  };
}

export const testedVendor = { ...clickUp, test: testOf({ result: "accepted", list_count: 4 }) };
