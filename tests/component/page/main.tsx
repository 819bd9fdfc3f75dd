/** Mounts the console for one test after the other in a page that is loaded once. */
import "../../../web/src/api/without-eval.ts";
import { notifications, notificationsStore } from "@mantine/notifications";
import { spotlight } from "@mantine/spotlight";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Console } from "../../../web/src/app/console.tsx";
import { router } from "../../../web/src/app/router.tsx";
import { forgetEndedUploads } from "../../../web/src/features/documents/uploads.ts";
import { closeAction } from "../../../web/src/features/portfolio-actions/open-action.ts";
import { closeTaskDialog } from "../../../web/src/features/tasks/task-requests.ts";
import { queryClient } from "../../../web/src/query-client.ts";
import type { Mounting, TableMounting } from "./mounting.ts";
import { TablePage } from "./table-page.tsx";

let root: Root | undefined;
let run = new AbortController();

// A request of the previous test must not reach the answers of the next one.
const send = window.fetch.bind(window);
window.fetch = (input, init) => {
  const { signal } = run;
  if (signal.aborted) return new Promise(() => {});
  const signals = init?.signal ? [signal, init.signal] : [signal];
  return send(input, { ...init, signal: AbortSignal.any(signals) }).catch((error) =>
    signal.aborted ? new Promise<never>(() => {}) : Promise.reject(error),
  );
};

// Tests prove the number of attempts; the pauses between them would only cost time.
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 20 } });

/** The console's pauses for a person who types, a finger that rests, and a job that runs; no test depends on their length. */
const PAUSES = [150, 200, 250, 350, 600, 700];
let isHurried = false;
function hurry(ms = 0): number {
  if (PAUSES.includes(ms)) return ms / 10;
  return isHurried && ms >= 1000 && ms <= 2000 ? ms / 20 : ms;
}
const { setTimeout, setInterval } = window;
Object.assign(window, {
  setTimeout: (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    setTimeout(run, hurry(ms), ...rest),
  setInterval: (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    setInterval(run, hurry(ms), ...rest),
});

async function unmount(): Promise<void> {
  run.abort();
  root?.unmount();
  root = undefined;
  closeAction();
  closeTaskDialog();
  forgetEndedUploads();
  spotlight.close();
  notifications.cleanQueue();
  // Unlike clean(), this ends the undo that a notice offers.
  for (const { id = "" } of notificationsStore.getState().notifications) notifications.hide(id);
  // The configuration stays, and the one Supabase client created from it.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "config" });
  queryClient.getMutationCache().clear();
}

async function mount({ address, storage, isHurried: isHurriedNow }: Mounting): Promise<void> {
  await unmount();
  isHurried = isHurriedNow ?? isHurried;
  if (storage) {
    localStorage.clear();
    sessionStorage.clear();
    for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
  }
  window.history.replaceState(null, "", address);
  window.scrollTo(0, 0);
  // This must happen before anything renders, because the router still has the matches of the last address and waits
  // for the React root that rendered them.
  router.startTransition = async (change) => {
    change();
    return false;
  };
  await router.load();
  run = new AbortController();
  render(<Console />);
}

/** Mounts one table instead of the console. */
async function mountTable(mounting: TableMounting): Promise<void> {
  await unmount();
  render(<TablePage {...mounting} />);
}

function render(page: ReactNode): void {
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no #root");
  root = createRoot(element);
  root.render(page);
}

Object.assign(window, { mountConsole: mount, mountTable, unmountConsole: unmount });
