import { z } from "zod";

/** The synced folders and everything below them, by id. */
export const FolderTree = z.record(
  z.string(),
  z.object({ name: z.string(), parent: z.string().nullable() }),
);
export type FolderTree = z.output<typeof FolderTree>;

/** Where a folder is; null when it is not below a synced one. */
export function locate(
  tree: FolderTree,
  id: string | null | undefined,
): { root: string; path: string[] } | null {
  const path: string[] = [];
  let current = id ?? null;
  while (current !== null) {
    const folder: FolderTree[string] | undefined = tree[current];
    // A folder that was moved below itself would lead to an endless loop.
    if (!folder || path.length > Object.keys(tree).length) return null;
    path.unshift(folder.name);
    if (folder.parent === null) return { root: current, path };
    current = folder.parent;
  }
  return null;
}

/** The tree without a folder and everything below it. */
export function withoutFolder(tree: FolderTree, id: string): FolderTree {
  const isBelow = (folder: string | null): boolean =>
    folder !== null && (folder === id || isBelow(tree[folder]?.parent ?? null));
  return Object.fromEntries(Object.entries(tree).filter(([folder]) => !isBelow(folder)));
}
