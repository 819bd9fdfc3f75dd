/** Does this work for each item, a few at a time, and returns the results in the order of the items. */
export async function mapAtOnce<T, R>(
  items: Iterable<T>,
  work: (item: T) => Promise<R>,
  atOnce = 4,
): Promise<R[]> {
  const entries = [...items].entries();
  const results: R[] = [];
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
