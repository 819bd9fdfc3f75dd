/**
 * node scripts/test-cluster/make-data-folder.ts <folder>
 *
 * Creates the data folder of a stack with the code of `npm start`.
 */
import { openDataFolder } from "../stack/data-folder.ts";
import { loadKeys } from "../stack/keys.ts";
import { openDatabase } from "../stack/postgres/database.ts";
import { prepareDatabase } from "../stack/prepare-database.ts";
import { WHILE_BUILDING } from "./clusters.ts";

const folder = await openDataFolder(process.argv[2] as string, { seed: true });
try {
  const database = await openDatabase(folder, { settings: WHILE_BUILDING });
  try {
    const { litePassword } = await loadKeys(folder.file("keys.json"));
    const onProgress = () => {};
    await prepareDatabase({ folder, database, litePassword, seed: true, onProgress });
  } finally {
    await database.close();
  }
} finally {
  await folder.unlock();
}
