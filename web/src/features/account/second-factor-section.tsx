import { Button, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "../../api/routes.ts";
import { InstantDay } from "../../format/instant.tsx";
import { removeFactors } from "../../session/second-factor.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifySaved } from "../../ui/saved-notice.tsx";
import { EnrolFactor } from "./enrol-factor.tsx";
import { accountQuery, factorsQuery } from "./queries.ts";
import { Section } from "./section.tsx";

export function SecondFactorSection({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const factors = useQuery(factorsQuery);
  const [step, setStep] = useState<"none" | "enrol" | "remove">("none");
  const factor = factors.data?.[0];

  function onChanged(message: string) {
    setStep("none");
    void queryClient.invalidateQueries(factorsQuery);
    void queryClient.invalidateQueries(accountQuery);
    notifySaved(message);
  }

  return (
    <Section
      title="Second factor"
      description="After your password, you enter a code from an app on your phone. A stolen password alone is then useless."
    >
      {account.requires_second_factor && !account.has_second_factor && (
        <Text role="status">
          Your organization requires a second factor to decide cards with high stakes.
        </Text>
      )}
      {factors.error && <Problem error={factors.error} retry={() => void factors.refetch()} />}
      {factor && (
        <Text>
          On since <InstantDay at={factor.created_at} />. If you lose your phone, an admin of your
          organization can remove it.
        </Text>
      )}
      {step === "none" && factors.data && (
        <Group>
          {factor ? (
            <Button variant="default" onClick={() => setStep("remove")}>
              Remove second factor
            </Button>
          ) : (
            <Button variant="default" onClick={() => setStep("enrol")}>
              Set up second factor
            </Button>
          )}
        </Group>
      )}
      {step === "enrol" && (
        <EnrolFactor
          onDone={() => onChanged("Your second factor is on. Your other sessions have ended.")}
          onCancel={() => setStep("none")}
        />
      )}
      {step === "remove" && (
        <RemoveFactor
          isRequired={account.requires_second_factor}
          onDone={() => onChanged("Your second factor has been removed.")}
          onCancel={() => setStep("none")}
        />
      )}
    </Section>
  );
}

function RemoveFactor(props: { isRequired: boolean; onDone: () => void; onCancel: () => void }) {
  const { isRequired, onDone, onCancel } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function remove() {
    setIsBusy(true);
    const failure = await removeFactors();
    setIsBusy(false);
    setFailure(failure);
    if (failure === null) onDone();
  }

  return (
    <>
      <Text role="status">
        Your password alone will sign you in.
        {isRequired && " You will not be able to decide cards with high stakes."}
      </Text>
      {failure && (
        <Text c="var(--cs-bad)" role="alert">
          {failure}
        </Text>
      )}
      <Group gap="xs">
        <Button color="red" loading={isBusy} onClick={() => void remove()}>
          Remove second factor
        </Button>
        <Button variant="default" onClick={onCancel}>
          Keep second factor
        </Button>
      </Group>
    </>
  );
}
