import { readEnv } from "../_env.ts";
import { serveBackground } from "../_http/background.ts";
import { googleDrive } from "../_integrations/files/google-drive.ts";
import { googleDriveFiles } from "../_integrations/files/google-drive-files.ts";
import { fetchFile } from "../_jobs/fetch-file.ts";
import { runSync } from "../_jobs/run-sync.ts";
import { runJobs } from "../_jobs/worker.ts";

/** Reads the files of mapped folders, and fetches the bytes of those that are new or changed. */
export default serveBackground("file-sync", (db, worker) => {
  const { googleDriveUrl: baseUrl, googleTokenUrl: tokenUrl } = readEnv().vendors;
  const adapter = googleDrive({ tokenUrl });
  const settingsOf = (folder_ids: string[]) => ({ folder_ids });
  return runJobs(db, {
    worker,
    handlers: {
      file_sync: runSync([{ adapter, baseUrl, settingsOf }]),
      file_fetch: fetchFile([{ source: googleDriveFiles({ tokenUrl }), baseUrl }]),
    },
  });
});
