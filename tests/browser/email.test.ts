import { testEmailTriage } from "./email-triage.ts";

testEmailTriage(1440);
