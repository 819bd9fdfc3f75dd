import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { leads, useViewer } from "../../session/viewer.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { AbsenceSection } from "./absence-section.tsx";
import classes from "./account-page.module.css";
import { NoticesSection } from "./notices-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { accountQuery } from "./queries.ts";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TimeZoneSection } from "./time-zone-section.tsx";

/** The signed-in person's own account. */
export default function AccountPage() {
  const viewer = useViewer();
  const account = useQuery(accountQuery);
  return (
    <Page title="Your account">
      {account.isError && !account.data && (
        <Problem error={account.error} retry={() => void account.refetch()} />
      )}
      {account.isPending && <Skeleton height={480} className={classes.sections} />}
      {account.data && (
        <Stack gap="xl" className={classes.sections}>
          <NoticesSection account={account.data} />
          <ProfileSection account={account.data} />
          {leads(viewer) && <AbsenceSection account={account.data} />}
          <TimeZoneSection />
          <PasswordSection account={account.data} />
          <SecondFactorSection account={account.data} />
          <SessionsSection />
        </Stack>
      )}
    </Page>
  );
}
