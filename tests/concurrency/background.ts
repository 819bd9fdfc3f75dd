/** Work that runs while people ask: imports through the API, and a scheduled job that writes. */
import { setTimeout as sleep } from "node:timers/promises";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";

const JOB = "identity-under-load";
/** Enough that an import is usually running, and so little that most of the load comes from the requests. */
const ROWS = 100;
const PAUSE_MS = 300;

export interface Background {
  /** Ends the work and returns how much of it was done. */
  stop(): Promise<{ imports: number; importedRows: number; jobRuns: number }>;
}

/** Keeps a separate organization busy, so that no other rows change. */
export async function startBackground(organization: OwnOrganization): Promise<Background> {
  await owner`select cron.schedule(${JOB}, '1 second', ${jobCommand(organization)})`;
  let stopping = false;
  let imports = 0;
  let importedRows = 0;
  const importing = (async () => {
    while (!stopping) {
      const answer = await organization.people.admin.ask("/api/portfolio-import", {
        body: {
          mode: "apply",
          file_name: `load-${imports}.csv`,
          content_base64: btoa(csv(imports, ROWS)),
        },
      });
      if (answer.status !== 200)
        throw new Error(`The import answered ${answer.status}: ${answer.text}`);
      imports++;
      importedRows += ROWS;
      await sleep(PAUSE_MS);
    }
  })();
  // stop() reports its failure; until then it must not end the process.
  importing.catch(() => {});
  return {
    async stop() {
      stopping = true;
      try {
        await importing;
      } finally {
        await owner`select cron.unschedule(${JOB})`;
      }
      const [runs] = await owner`
        select count(*)::integer as count from public.status_updates
        where organization_id = ${organization.id} and summary = ${JOB}`;
      return { imports, importedRows, jobRuns: runs?.count };
    },
  };
}

function jobCommand({ id, alphaId, people }: OwnOrganization): string {
  return `
    insert into public.status_updates (organization_id, project_id, author_id, health, summary)
    values ('${id}', '${alphaId}', '${people.lead.id}', 'at_risk', '${JOB}');
    update public.tasks set priority = coalesce(priority, 0) % 5 + 1 where organization_id = '${id}'`;
}

function csv(file: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      `LOAD-${file % 5}`,
      "Harbour",
      `T-${file}-${row}`,
      `Task ${row}`,
      "lead",
      "1.5",
      "2026-03-02",
    ].join(),
  );
  return ["project_code,client_name,task_key,task_title,person,hours,spent_on", ...lines].join(
    "\n",
  );
}
