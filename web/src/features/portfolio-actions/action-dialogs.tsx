import type { ReactNode } from "react";
import { CancelEventForm } from "../calendar/cancel-event-form.tsx";
import { ChangeEventForm, NewEventForm } from "../calendar/event-form.tsx";
import { ProposeForm } from "../inbox/propose-form.tsx";
import { TeamForm } from "../team/team-form.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ClassifyForm } from "./classify-form.tsx";
import { AccountConflict, ClientConflict } from "./client-conflict.tsx";
import { CorrectStatusForm } from "./correct-status-form.tsx";
import { EditClientForm } from "./edit-client-form.tsx";
import { EditProjectForm } from "./edit-project-form.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import { NewClientForm } from "./new-client-form.tsx";
import { NewProjectForm } from "./new-project-form.tsx";
import type { ActionRequest } from "./open-action.ts";
import { PostStatusForm } from "./post-status-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProjectConflict } from "./project-conflict.tsx";
import { RenameAccountForm } from "./rename-account-form.tsx";

const titles: Record<ActionRequest["kind"], string> = {
  "post-status": "Post status",
  "correct-status": "Correct status",
  "edit-project": "Edit project",
  "project-conflict": "Review changes",
  "change-team": "Change team",
  classify: "Classify project",
  "new-project": "New project",
  "new-client": "New client",
  "edit-client": "Edit client",
  "client-conflict": "Review changes",
  "account-conflict": "Review changes",
  "new-account": "New account",
  "rename-account": "Rename account",
  "operating-profile": "Operating profile",
  propose: "Propose a card",
  "propose-event": "Propose event",
  "change-event": "Propose change",
  "cancel-event": "Propose cancellation",
};

interface Props {
  request: ActionRequest;
  returnFocus: () => void;
}

export default function ActionDialogs({ request, returnFocus }: Props) {
  return (
    <ActionDialog
      key={JSON.stringify(request)}
      title={titles[request.kind]}
      about={request.about}
      returnFocus={returnFocus}
    >
      {formFor(request)}
    </ActionDialog>
  );
}

function formFor(request: ActionRequest): ReactNode {
  switch (request.kind) {
    case "post-status":
      return <PostStatusForm projectId={request.projectId} />;
    case "correct-status":
      return <CorrectStatusForm statusId={request.statusId} />;
    case "change-team":
      return <TeamForm projectId={request.projectId} />;
    case "edit-project":
      return <EditProjectForm projectId={request.projectId} />;
    case "project-conflict": {
      const { project, changes, conflict } = request;
      return <ProjectConflict project={project} changes={changes} conflict={conflict} />;
    }
    case "classify":
      return <ClassifyForm projectId={request.projectId} />;
    case "new-project":
      return <NewProjectForm accountId={request.accountId} sourceId={request.sourceId} />;
    case "new-client":
      return <NewClientForm />;
    case "edit-client":
      return <EditClientForm clientId={request.clientId} />;
    case "client-conflict":
      return <ClientConflict {...request} />;
    case "account-conflict":
      return <AccountConflict {...request} />;
    case "new-account":
      return <NewAccountForm clientId={request.clientId} />;
    case "rename-account":
      return <RenameAccountForm accountId={request.accountId} />;
    case "operating-profile":
      return <ProfileForm accountId={request.accountId} />;
    case "propose":
      return <ProposeForm projectId={request.projectId} />;
    case "propose-event":
      return <NewEventForm {...request} />;
    case "change-event":
      return <ChangeEventForm event={request.event} />;
    case "cancel-event":
      return <CancelEventForm event={request.event} />;
  }
}
