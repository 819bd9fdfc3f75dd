import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * A folder that the database server may enter even if the tests run as root, so that its data is inside and is
 * deleted with it.
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `countersign-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
