import { leads, useViewer } from "../../session/viewer.ts";
import { LeadsOnlyPage } from "../../ui/dead-end-pages.tsx";
import { ApprovalSettings } from "./approval-settings.tsx";
import { SettingsPage } from "./settings-page.tsx";

export default function ApprovalsPage() {
  if (!leads(useViewer())) return <LeadsOnlyPage />;
  return (
    <SettingsPage name="Approvals">
      <ApprovalSettings />
    </SettingsPage>
  );
}
