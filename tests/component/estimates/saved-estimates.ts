/** Answers to a request for an estimate, and to one for saved estimates. */
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { estimateCases, outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get } from "../answers.ts";

export const now = new Date("2026-03-02T08:00:00Z");

export const outcomeAnswer = get(outcome, ({ query }) => demoOutcome(now, query));

export const noCases = get(estimateCases, { total: 0, cases: [], calibration: [] });
