/**
 * Assignments and rejections of email. tests/component/email/email.test.ts proves the page, the assignment with its
 * domain, and how a rejected email is restored. tests/service/inbound-emails.test.ts and supabase/tests/email prove
 * what an assignment and a rejection store, and that the next email of a domain is assigned.
 */
import { testEmailRejection, testEmailTriage } from "./email-triage.ts";

testEmailTriage(1440);
testEmailTriage(390);
testEmailRejection(1440);
testEmailRejection(390);
