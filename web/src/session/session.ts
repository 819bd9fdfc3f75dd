import { useEffect, useState } from "react";
import { supabase } from "../supabase/client.ts";
import { lacksSecondFactor } from "./second-factor.ts";

interface SessionState {
  /** The signed-in user; null if there is none, undefined until that is known. */
  userId: string | null | undefined;
  /** Their address. */
  email: string | undefined;
  /** Whether the code of their second factor is missing. */
  needsCode: boolean;
  /** Whether the service ended the session, not the person. */
  hasExpired: boolean;
}

let hasExpired = false;

/**
 * Follows who is signed in, even when another tab signs in or out. `forget` drops the last person's data before
 * anything renders for the next person.
 */
export function useSession(forget: () => void): SessionState {
  const [userId, setUserId] = useState<string | null | undefined>(undefined);
  const [email, setEmail] = useState<string | undefined>(undefined);
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    let last: string | null | undefined;
    const { data } = supabase().auth.onAuthStateChange((_event, session) => {
      const next = session?.user.id ?? null;
      if (next) hasExpired = false;
      // A person signed out by the service returns to the open page; another person does not.
      if (next ? last && last !== next : !hasExpired) forget();
      last = next ?? last;
      setUserId(next);
      setEmail(session?.user.email);
      setNeedsCode(lacksSecondFactor(session));
    });
    return () => data.subscription.unsubscribe();
  }, [forget]);
  return { userId, email, needsCode, hasExpired };
}

/** Signs this device out. Returns false if the service refused. */
export async function signOut(address = "/"): Promise<boolean> {
  const { error } = await supabase().auth.signOut({ scope: "local" });
  if (error) return false;
  // The next person to sign in starts at the home page, not on another person's page.
  window.history.replaceState(null, "", address);
  return true;
}

/** After a 401: the token is no longer valid, so the person signs in again. */
export async function expireSession(): Promise<void> {
  hasExpired = true;
  await supabase().auth.signOut({ scope: "local" });
}

/** Ends every session of the person, including this one. Returns false if the service refused. */
export async function signOutEverywhere(): Promise<boolean> {
  const { error } = await supabase().auth.signOut({ scope: "global" });
  if (error) return false;
  window.history.replaceState(null, "", "/");
  return true;
}
