import type { Integration } from "../_db/executions.ts";
import type { VendorEnv } from "../_env.ts";
import { localTasks } from "../_integrations/local.ts";
import { ClickUpSettings, clickUp } from "../_integrations/tasks/clickup.ts";
import type { CreatedTask, TaskFields, TaskTracker } from "../_integrations/tasks/port.ts";
import { VendorError } from "../_integrations/vendor-error.ts";
import type { EffectOf, EffectResult } from "../_jobs/execute-approval.ts";

/** The effect of a card on its task, which is created in ClickUp if it is connected, otherwise here. */
export function taskEffectOf(env: VendorEnv): EffectOf {
  return async ({ id: marker, payload }, execution) => {
    const tracker =
      connectedTracker(await execution.integration(), env) ??
      localTasks({ find: execution.findLocalEffect, carryOut: execution.carryOutLocally });
    const fields = payload as unknown as TaskFields;
    return {
      vendor: "The task tracker",
      isRepeatable: tracker.isRepeatable,
      async find(signal) {
        const task = await tracker.find(marker, signal);
        return task && resultOf(task);
      },
      carryOut: async (signal) => resultOf(await tracker.create(marker, fields, signal)),
      async confirm({ result }, signal) {
        const task = await tracker.confirm(marker, result.external_id, signal);
        return task && resultOf(task);
      },
    };
  };
}

const resultOf = ({ provider, externalId, url }: CreatedTask): EffectResult => ({
  result: { provider, external_id: externalId, url },
});

function connectedTracker(integration: Integration, env: VendorEnv): TaskTracker | null {
  const fromEnv = integration.takes_environment ? env.clickUp : null;
  const settings = integration.settings ?? fromEnv?.settings;
  const token = integration.settings ? integration.secret : fromEnv?.token;
  if (!settings) return null;
  const parsed = ClickUpSettings.safeParse(settings);
  if (!parsed.success || !token) {
    throw new VendorError(
      "refused",
      "ClickUp is not fully connected. Ask an admin to connect it again",
    );
  }
  return clickUp({
    apiUrl: env.clickUpUrl,
    token,
    settings: parsed.data,
    timeZone: integration.time_zone,
  });
}
