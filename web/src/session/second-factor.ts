import { type AuthError, isAuthRetryableFetchError, type Session } from "@supabase/supabase-js";
import { supabase } from "../supabase/client.ts";

export interface EnrolledFactor {
  id: string;
  /** The QR code as an image. */
  image: string;
  secret: string;
}

/** Whether the person has a second factor whose code was not entered in this session. */
export function lacksSecondFactor(session: Session | null): boolean {
  const hasFactor = session?.user.factors?.some(({ status }) => status === "verified") ?? false;
  return hasFactor && claimsOf(session?.access_token)["aal"] !== "aal2";
}

/** The signed-in person's verified factors. */
export async function verifiedFactors(): Promise<{ id: string; created_at: string }[]> {
  const { data, error } = await supabase().auth.mfa.listFactors();
  if (error) throw error;
  return data.totp;
}

/** Begins to set up a second factor, and replaces one whose setup was never finished. */
export async function enrolFactor(): Promise<EnrolledFactor> {
  const { mfa } = supabase().auth;
  const { data: known, error: failure } = await mfa.listFactors();
  if (failure) throw failure;
  for (const { id, status } of known.all) {
    if (status === "unverified") await mfa.unenroll({ factorId: id });
  }
  const { data, error } = await mfa.enroll({ factorType: "totp", issuer: "Countersign" });
  if (error) throw error;
  return { id: data.id, image: data.totp.qr_code, secret: data.totp.secret };
}

/** Verifies a code, for a just enrolled factor or the existing one; returns an error, or null. */
export async function enterCode(code: string, factorId?: string): Promise<string | null> {
  const { mfa } = supabase().auth;
  try {
    const id = factorId ?? (await verifiedFactors())[0]?.id;
    if (!id) return "This account no longer has a second factor. Reload the page.";
    const { error } = await mfa.challengeAndVerify({ factorId: id, code: code.replace(/\s/g, "") });
    return error && problemOf(error);
  } catch (error) {
    return problemOf(error as AuthError);
  }
}

/** Removes the second factors; returns an error, or null. */
export async function removeFactors(): Promise<string | null> {
  try {
    for (const { id } of await verifiedFactors()) {
      const { error } = await supabase().auth.mfa.unenroll({ factorId: id });
      if (error) return problemOf(error);
    }
    // The current token still claims the factor.
    await supabase().auth.refreshSession();
    return null;
  } catch (error) {
    return problemOf(error as AuthError);
  }
}

function problemOf(error: AuthError): string {
  if (isAuthRetryableFetchError(error)) {
    return "The service cannot be reached. Check your connection, then try again.";
  }
  if (error.status === 429) return "Too many attempts. Wait five minutes, then try again.";
  if (error.code === "mfa_verification_failed" || error.code === "validation_failed") {
    return "The code is wrong or has already been used. Enter the next code that your app shows.";
  }
  if (error.code === "session_not_found") return "Your session ended. Sign in again.";
  return "The service failed to check the code. Try again in a moment.";
}

function claimsOf(token: string | undefined): Record<string, unknown> {
  const part = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  return part ? (JSON.parse(atob(part)) as Record<string, unknown>) : {};
}
