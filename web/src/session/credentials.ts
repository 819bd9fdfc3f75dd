import { type AuthError, isAuthRetryableFetchError } from "@supabase/supabase-js";
import { asSentence } from "../format/sentence.ts";
import { supabase } from "../supabase/client.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in; returns an error for the person, or null. */
export async function signIn({ email, password }: Credentials): Promise<string | null> {
  const { error } = await supabase().auth.signInWithPassword({ email: email.trim(), password });
  if (!error) return null;
  if (error.code === "invalid_credentials" || error.status === 400) {
    return "The email or password is wrong.";
  }
  if (error.code === "user_banned")
    return "This account is locked. Ask the operator of the service to unlock it.";
  if (error.code === "email_not_confirmed")
    return "Confirm your email address first, then sign in.";
  return anyFailure(error) ?? "The service failed to sign you in. Try again in a moment.";
}

/** Creates the account of an invited address and signs in; returns an error, or null. */
export async function signUpInvited(
  { email, password }: Credentials,
  token: string,
): Promise<string | null> {
  const { error } = await supabase().auth.signUp({
    email: email.trim(),
    password,
    options: { data: { invitation_token: token } },
  });
  if (!error) return null;
  if (error.code === "weak_password") return asSentence(error.message);
  return (
    anyFailure(error) ??
    "This link can't create an account for that address. Check that you were invited with it. If you already have an account, sign in; otherwise ask for a new link."
  );
}

/**
 * Changes the password of the signed-in person and ends their other sessions; returns an error, or null. The
 * current password is not needed shortly after signing in by a link.
 */
export async function changePassword(password: string, current?: string): Promise<string | null> {
  const { error } = await supabase().auth.updateUser({
    password,
    ...(current !== undefined && { current_password: current }),
  });
  if (!error) return null;
  switch (error.code) {
    case "current_password_mismatch":
    case "current_password_invalid":
      return "Your current password is wrong. Enter it again.";
    case "current_password_required":
    case "reauthentication_needed":
      return "Sign in again, then change your password.";
    case "same_password":
      return "This is your current password. Choose another one.";
    case "weak_password":
      return `${asSentence(error.message)} Choose a stronger password.`;
    case "insufficient_aal":
      return "This needs the code of your second factor. Sign out, sign in with it, then try again.";
    default:
      return (
        anyFailure(error) ?? "The service failed to change your password. Try again in a moment."
      );
  }
}

/** Has Auth send an email with a link. The answer is the same for an address without an account. */
export async function requestPasswordEmail(email: string): Promise<string | null> {
  const { error } = await supabase().auth.resetPasswordForEmail(email.trim(), {
    redirectTo: `${window.location.origin}/password`,
  });
  return error && (anyFailure(error) ?? "The service failed to send the email. Try again later.");
}

function anyFailure(error: AuthError): string | null {
  if (isAuthRetryableFetchError(error)) {
    return "The service cannot be reached. Check your connection, then try again.";
  }
  if (error.status === 429) return "Too many attempts. Wait five minutes, then try again.";
  return null;
}
