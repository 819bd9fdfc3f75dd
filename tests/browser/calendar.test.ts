import { testCalendar } from "./calendar-journeys.ts";

testCalendar(1440);
