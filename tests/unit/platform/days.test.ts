import { expect, test } from "vitest";
import { noonOf } from "../../../supabase/functions/_domain/days.ts";

test.each([
  ["2026-11-27", "UTC", "2026-11-27T12:00:00Z"],
  ["2026-11-27", "Europe/Berlin", "2026-11-27T11:00:00Z"],
  ["2026-03-29", "Europe/Berlin", "2026-03-29T10:00:00Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-25T11:00:00Z"],
  ["2026-07-01", "Asia/Kolkata", "2026-07-01T06:30:00Z"],
  ["2026-07-01", "Pacific/Kiritimati", "2026-06-30T22:00:00Z"],
  ["2026-07-01", "Pacific/Pago_Pago", "2026-07-01T23:00:00Z"],
])("noon of %s in %s is the instant %s", (day, zone, expected) => {
  expect(noonOf(day, zone)).toBe(Date.parse(expected));
});
