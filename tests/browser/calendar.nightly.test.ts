/**
 * The calendar from a drawn slot to the event, and matches by hand.
 * tests/component/calendar/proposals.test.ts proves the drawing with the mouse and with a finger, and what the form sends,
 * tests/service/executors.test.ts the event of an approved card, tests/component/calendar/calendar.test.ts a match by hand,
 * supabase/tests/calendar what it stores.
 */
import { testCalendar, testMatchByHand } from "./calendar-journeys.ts";

testCalendar(1440);
testCalendar(390);
testMatchByHand(1440);
testMatchByHand(390);
