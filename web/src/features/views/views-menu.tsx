import { useState } from "react";
import type { ViewPage } from "../../api/view-routes.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ViewsButton } from "./views-button.tsx";

// The menu and its dialogs, loaded when it opens.
const OpenedMenu = lazyPart(() => import("./opened-views-menu.tsx"), {
  waiting: () => <ViewsButton loading />,
});

/** Saves the filters and the order of a list under a name, and opens saved ones. */
export function ViewsMenu({ page }: { page: ViewPage }) {
  const [isOpened, setIsOpened] = useState(false);
  if (isOpened) return <OpenedMenu page={page} />;
  return <ViewsButton onClick={() => setIsOpened(true)} />;
}
