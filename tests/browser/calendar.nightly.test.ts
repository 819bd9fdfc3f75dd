/**
 * The calendar on a phone.
 * calendar.test.ts proves the same journeys on a desk, tests/component/calendar/proposals.test.ts the drawing with a finger.
 */
import { testCalendar } from "./calendar-journeys.ts";

testCalendar(390);
