/** Runs work with the same key one after the other, in order of arrival, and work with different keys concurrently. */
export function inTurn(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const own = (last.get(key) ?? Promise.resolve()).then(work);
    const end = own.catch(() => {});
    last.set(key, end);
    try {
      return await own;
    } finally {
      if (last.get(key) === end) last.delete(key);
    }
  };
}
