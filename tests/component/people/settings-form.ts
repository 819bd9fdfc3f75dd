import type { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { settings } from "../../../supabase/functions/_domain/identity/settings-contract.ts";
import { get, post } from "../answers.ts";
import { defaultSettings } from "../fixtures/settings.ts";

export const address = "/settings/organization";
export const hours = (from: number, to: number, each: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, { hours: each }]));

/** The service with these settings, which saves what it is sent unless it refuses. */
export function settingsService(
  refuse: (body: { version: number; [name: string]: unknown }) => AppError | undefined = () =>
    undefined,
) {
  let current = { ...defaultSettings, working_hours: hours(1, 5, 8), version: 3 };
  const requests: unknown[] = [];
  const answers = [
    get(settings, () => ({ settings: current })),
    post(settings, ({ body }) => {
      requests.push(body);
      const refusal = refuse(body);
      if (refusal) throw refusal;
      const { version, confirms_currency: _, ...changes } = body;
      current = { ...current, ...changes, version: version + 1 } as typeof current;
      return { settings: current };
    }),
  ];
  return { answers, requests, saved: () => current };
}
