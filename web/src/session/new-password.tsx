import { PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";

export const SHORTEST_PASSWORD = 12;
const LONGEST_BYTES = 72;
const RULES = `At least ${SHORTEST_PASSWORD} characters. A sentence of four or more words is strong and easy to remember.`;

/** The rule that a new password breaks, or null. */
export function passwordProblem(password: string): string | null {
  if (!password) return "Choose a password";
  if ([...password].length < SHORTEST_PASSWORD) {
    return `A password needs at least ${SHORTEST_PASSWORD} characters`;
  }
  return new TextEncoder().encode(password).length > LONGEST_BYTES
    ? `A password can have at most ${LONGEST_BYTES} characters, fewer with accents or emoji`
    : null;
}

/** The form of a new password, entered twice. */
export function useNewPassword() {
  return useForm({
    mode: "uncontrolled",
    initialValues: { current: "", password: "", again: "" },
    validate: {
      password: passwordProblem,
      again: (again, { password }) =>
        again === password ? null : "The two passwords differ. Enter the same one twice",
    },
  });
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>;

/** A new password and its repetition, with the rules above the fields. */
export function NewPasswordFields({ form }: { form: NewPasswordForm }) {
  const toggle = (of: string) => ({ "aria-label": `Show or hide the ${of}` });
  return (
    <>
      <PasswordInput
        label="New password"
        description={RULES}
        autoComplete="new-password"
        size="md"
        visibilityToggleButtonProps={toggle("new password")}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label="Repeat the new password"
        autoComplete="new-password"
        size="md"
        visibilityToggleButtonProps={toggle("repeated password")}
        key={form.key("again")}
        {...form.getInputProps("again")}
      />
    </>
  );
}
