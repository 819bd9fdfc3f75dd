/**
 * The calendar on a phone, and matches by hand.
 * calendar.test.ts proves the journey of a slot on a desktop, tests/component/calendar/proposals.test.ts the drawing with a
 * finger, tests/component/calendar/calendar.test.ts a match by hand, supabase/tests/calendar what it stores.
 */
import { testCalendar, testMatchByHand } from "./calendar-journeys.ts";

testCalendar(390);
testMatchByHand(1440);
testMatchByHand(390);
