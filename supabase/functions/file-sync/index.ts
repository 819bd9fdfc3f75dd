import type { Db } from "../_db/client.ts";
import { pushAddress } from "../_db/public-address.ts";
import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { googleDriveConnection } from "../_integrations/connections/google.ts";
import { googleDrive } from "../_integrations/files/google-drive.ts";
import { googleDriveFiles } from "../_integrations/files/google-drive-files.ts";
import { googleDriveChannels, googlePushes } from "../_integrations/google-channels.ts";
import { fetchFile } from "../_jobs/fetch-file.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { pushesOf } from "../_jobs/sync-channels.ts";
import { testConnection } from "../_jobs/test-connection.ts";
import { runJobs } from "../_jobs/worker.ts";

const SLUG = "file-sync";

/** Reads the files of mapped folders, and fetches the bytes of those that are new or changed. */
export default serveBackground(SLUG, work, pushesOf(SLUG, googlePushes));

function work(db: Db, worker: string): Promise<object> {
  const { googleDriveUrl: baseUrl, googleTokenUrl: tokenUrl } = readEnv().vendors;
  const adapter = googleDrive({ tokenUrl });
  const settingsOf = (folder_ids: string[]) => ({ folder_ids });
  const pushes = { channels: googleDriveChannels({ tokenUrl }), address: pushAddress(SLUG) };
  return runJobs(db, {
    worker,
    handlers: {
      file_connection_test: testConnection([
        { test: googleDriveConnection({ tokenUrl }), baseUrl },
      ]),
      file_sync: runSync([{ adapter, baseUrl, settingsOf, pushes }]),
      file_fetch: fetchFile([{ source: googleDriveFiles({ tokenUrl }), baseUrl }]),
    },
  });
}
