/**
 * The calendar from a drawn slot to the event, and matches by hand. tests/component/calendar/proposals.test.ts proves
 * the drawing with the mouse and with a finger, and what the form sends; tests/service/executors.test.ts proves the
 * event of an approved card, tests/component/calendar/calendar.test.ts proves a match by hand, and
 * supabase/tests/calendar proves what the match stores.
 */
import { testCalendar, testMatchByHand } from "./calendar-journeys.ts";

testCalendar(1440);
testCalendar(390);
testMatchByHand(1440);
testMatchByHand(390);
