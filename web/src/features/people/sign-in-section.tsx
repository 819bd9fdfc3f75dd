import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { actOnPeople } from "../../api/routes.ts";
import { personProfile } from "../../session/picture.ts";
import { Problem } from "../../ui/problem.tsx";
import { passwordLink } from "../password-link/link.ts";
import { CopyField } from "./copy-field.tsx";
import { PanelSection } from "./panel.tsx";
import type { ListedPerson } from "./people-view.ts";

interface Props {
  person: ListedPerson;
  onFactorRemoved: () => void;
}

/** How an admin helps a person who forgot their password or lost their second factor. */
export function SignInSection({ person, onFactorRemoved }: Props) {
  const queryClient = useQueryClient();
  const profile = useQuery(personProfile(person.id));
  const [step, setStep] = useState<"none" | "link" | "factor">("none");
  const create = useMutation({
    // The token is in the answer, and must not be stored.
    gcTime: 0,
    mutationFn: () => actOnPeople({ action: "create_password_link", person_id: person.id }),
    onSuccess: () => setStep("none"),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["events-about"] }),
  });
  const remove = useMutation({
    mutationFn: () => actOnPeople({ action: "remove_second_factor", person_id: person.id }),
    onSuccess: () => {
      setStep("none");
      onFactorRemoved();
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });

  return (
    <PanelSection id="sign-in" title="Sign-in">
      <Stack gap="xs">
        <Text size="sm">
          Second factor:{" "}
          {profile.data ? (profile.data.has_second_factor ? "on" : "off") : "not known yet"}
        </Text>
        {step === "none" && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setStep("link")}>
              Create password link
            </Button>
            {profile.data?.has_second_factor && (
              <Button variant="default" size="xs" onClick={() => setStep("factor")}>
                Remove second factor
              </Button>
            )}
          </Group>
        )}
        {step === "link" && (
          <Ask
            question={`With the link, ${person.name} chooses a new password, which ends their sessions. They see that you created the link.`}
            answer="Create password link"
            isBusy={create.isPending}
            onYes={() => create.mutate()}
            onNo={() => setStep("none")}
          />
        )}
        {step === "factor" && (
          <Ask
            question={`${person.name} will sign in with the password alone. Their sessions end, and they see that you removed the second factor.`}
            answer="Remove second factor"
            isBusy={remove.isPending}
            onYes={() => remove.mutate()}
            onNo={() => setStep("none")}
          />
        )}
        {create.data && (
          <Alert color="yellow" variant="light" role="status" title="Copy the link now">
            <Stack gap="xs">
              <Text size="sm">
                It is shown only once. Hand it to {person.name} in a way that you trust: it works
                once, within an hour.
              </Text>
              <CopyField label="Password link" value={passwordLink(create.data)} />
            </Stack>
          </Alert>
        )}
        {create.error && <Problem error={create.error} />}
        {remove.error && <Problem error={remove.error} />}
      </Stack>
    </PanelSection>
  );
}

function Ask(props: {
  question: string;
  answer: string;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}) {
  return (
    <>
      <Text size="sm" role="status">
        {props.question}
      </Text>
      <Group gap="xs">
        <Button size="xs" color="red" loading={props.isBusy} onClick={props.onYes}>
          {props.answer}
        </Button>
        <Button size="xs" variant="default" onClick={props.onNo}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
