/** Runs work with the same key one after the other, in order of arrival, and work with different keys concurrently. */
export function inTurn(): <T>(thing: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (thing, work) => {
    const own = (last.get(thing) ?? Promise.resolve()).then(work);
    const over = own.catch(() => {});
    last.set(thing, over);
    try {
      return await own;
    } finally {
      if (last.get(thing) === over) last.delete(thing);
    }
  };
}
