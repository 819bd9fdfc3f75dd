/**
 * The only way to create an account: a person with the link of an open invitation chooses a password for its address.
 * This stack sends no email, so the admin who gives the person the link vouches for the address.
 */
import postgres from "postgres";
import { createUser } from "../lite/auth-users.ts";
import { gatewayErrors } from "./gateway-errors.ts";

const SHORTEST = 12;
// bcrypt reads no more; the rest of a longer password would be ignored silently.
const LONGEST_BYTES = 72;

export interface InvitedSignUp {
  /**
   * Creates the user and returns true. Returns false for every refusal but that of a weak password, which
   * throws a GatewayError of 422.
   */
  make(user: { email: string; password: string; token: string }): Promise<boolean>;
  close(): Promise<void>;
}

export function openInvitedSignUp(databaseUrl: string): InvitedSignUp {
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 30,
    onnotice: () => {},
    connection: { application_name: "sign-up" },
  });
  return {
    make: ({ email, password, token }) =>
      sql.begin(async (transaction) => {
        const [answer] = await transaction`
          select private.admits_sign_up(${withoutNul(email)}, ${withoutNul(token)}) as admitted`;
        if (!answer?.admitted) return false;
        checkPassword(password);
        await createUser(transaction, email, password);
        return true;
      }),
    close: () => sql.end({ timeout: 1 }),
  };
}

function checkPassword(password: string): void {
  if ([...password].length < SHORTEST) {
    throw gatewayErrors.weakPassword(`A password needs at least ${SHORTEST} characters`);
  }
  if (Buffer.byteLength(password) > LONGEST_BYTES || password.includes("\0")) {
    throw gatewayErrors.weakPassword(`A password can have at most ${LONGEST_BYTES} bytes`);
  }
}

// PostgreSQL rejects text that contains NUL.
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
