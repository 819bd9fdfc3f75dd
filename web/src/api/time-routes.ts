import type { z } from "zod";
import type {
  HoursChange as HoursChangeSchema,
  TimeActionInput,
  TimeEntry as TimeEntrySchema,
  Timer as TimerSchema,
  Timesheet as TimesheetSchema,
  time,
  WeekLockState,
} from "../../../supabase/functions/_domain/work/time-contract.ts";
import { call, searchOf } from "./client.ts";

export type Timesheet = z.infer<typeof TimesheetSchema>;
export type TimeEntry = z.infer<typeof TimeEntrySchema>;
export type Timer = z.infer<typeof TimerSchema>;
export type HoursChange = z.infer<typeof HoursChangeSchema>;
export type WeekLock = z.infer<typeof WeekLockState>;
type TimeAnswer = z.output<typeof time.post.response>;

export const getTimesheet = (
  query: { person_id?: string | undefined; week?: string | undefined },
  signal?: AbortSignal,
) =>
  call<z.infer<typeof time.get.response>>("GET", `time${searchOf(query)}`, { signal }).then(
    ({ timesheet }) => timesheet,
  );

/** Raises 409 version_conflict when the entry has changed in the meantime, 409 week_locked when its week is locked. */
export const changeTime = <Type extends TimeActionInput["type"]>(
  body: Extract<TimeActionInput, { type: Type }>,
) => call<Extract<TimeAnswer, { type: Type }>>("POST", "time", { body });
