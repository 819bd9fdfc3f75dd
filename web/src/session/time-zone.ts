import { chooseTimeZone } from "../format/dates.ts";

const KEY = "countersign-time-zone";

/** The zone that the person chose on this device, if the browser knows it. */
export function storedTimeZone(): string | undefined {
  const zone = localStorage.getItem(KEY);
  if (!zone) return undefined;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}

/** Shows times in this zone on this device from now on; undefined means the device's own zone. */
export function storeTimeZone(zone: string | undefined): void {
  if (zone) localStorage.setItem(KEY, zone);
  else localStorage.removeItem(KEY);
  chooseTimeZone(zone);
}
