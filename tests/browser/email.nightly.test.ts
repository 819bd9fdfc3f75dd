/**
 * Email on a phone.
 * email.test.ts proves the same journey on a desk, tests/component/email/email.test.ts the layout at 390 px.
 */
import { testEmailTriage } from "./email-triage.ts";

testEmailTriage(390);
