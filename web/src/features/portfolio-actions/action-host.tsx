import { useEffect } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { focusAgain, useOpener } from "../../ui/opener.ts";
import { closeAction, useRequestedAction } from "./open-action.ts";

// Forms and their rules: loaded when the first one opens.
const ActionDialogs = lazyPart(() => import("./action-dialogs.tsx"));

/** Opens the forms of the portfolio over any page of the shell. */
export function ActionHost() {
  const request = useRequestedAction();
  const opener = useOpener();
  useEffect(() => closeAction, []);
  if (!request) return null;
  return <ActionDialogs request={request} returnFocus={() => focusAgain(opener.current)} />;
}
