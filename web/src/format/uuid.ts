const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the database would take this for an id: asked before it is put into a query. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
