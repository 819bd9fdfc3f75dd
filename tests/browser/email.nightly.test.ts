/**
 * Email on a phone, and rejections.
 * email.test.ts proves the assignment on a desktop, tests/component/email/email.test.ts the layout at 390 px and how a
 * rejected email is restored, tests/service/inbound-emails.test.ts and supabase/tests/email what both store.
 */
import { testEmailRejection, testEmailTriage } from "./email-triage.ts";

testEmailTriage(390);
testEmailRejection(1440);
testEmailRejection(390);
