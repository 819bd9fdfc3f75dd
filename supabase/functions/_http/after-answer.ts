// On the hosted platform, this keeps the function alive after its response. It is undefined elsewhere, where the
// process continues.
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

/** Lets work finish after the response; a failure is logged under this name. */
export function afterAnswer(work: Promise<unknown>, name: string): void {
  const quiet = work.catch((error) => console.error(name, error));
  if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(quiet);
}
