import { Alert, Button, Group, Text } from "@mantine/core";
import { UnplugIcon } from "lucide-react";
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import classes from "./lazy-part.module.css";
import { useOutage } from "./outage.ts";

export interface FailedPart {
  retry: () => void;
}

interface Options<Props> {
  /** Shown while the code is on its way. */
  waiting?: ComponentType<Props>;
  /** Shown when the code cannot be loaded. */
  failed?: ComponentType<FailedPart & Props>;
}

type LazyPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

/**
 * A part of the console whose code is loaded when it is first shown. If that fails, only this part reports it, and
 * retries on demand and as soon as the connection is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting = Nothing, failed = FailedNotice }: Options<Props> = {},
): LazyPart<Props> {
  const code = new Code(load);
  const show = (props: Props) => (
    <Part code={code} props={props} waiting={waiting} failed={failed} />
  );
  // The router loads a page before it leaves the previous one; the page itself must report a failure.
  return Object.assign(show, { preload: () => code.start().catch(() => {}) });
}

const Nothing = () => null;

class Code<Props extends object> {
  component: ComponentType<Props> | undefined;
  readonly #load: () => Promise<{ default: ComponentType<Props> }>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<{ default: ComponentType<Props> }>) {
    this.#load = load;
  }

  /** Loads the code once; after a failure, again. */
  start(): Promise<void> {
    this.#loading ??= loadFailedStyles()
      .then(() => this.#load())
      .then((module) => {
        this.component = module.default;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }
}

/** Style sheets that failed to load. Vite requests each only once, and would then render the part without them. */
const failedStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  },
  true,
);

async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failedStyles].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  failedStyles.delete(link);
  return new Promise((resolve, reject) => {
    next.addEventListener("load", () => resolve());
    next.addEventListener("error", () => reject(new Error(`${next.href} could not be loaded.`)));
    link.replaceWith(next);
  });
}

interface PartProps<Props extends object> extends Required<Options<Props>> {
  code: Code<Props>;
  props: Props;
}

function Part<Props extends object>({
  code,
  props,
  waiting: Waiting,
  failed: Failed,
}: PartProps<Props>) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const retry = useCallback(() => setState("loading"), []);
  useEffect(() => {
    if (state === "failed") {
      window.addEventListener("online", retry);
      return () => window.removeEventListener("online", retry);
    }
    if (state === "loaded" || code.component) return;
    let isShown = true;
    const show = (next: "loaded" | "failed") => () => {
      if (isShown) setState(next);
    };
    code.start().then(show("loaded"), show("failed"));
    return () => {
      isShown = false;
    };
  }, [state, code, retry]);

  const Loaded = code.component;
  if (Loaded) return <Loaded {...props} />;
  return state === "failed" ? <Failed {...props} retry={retry} /> : <Waiting {...props} />;
}

/** The notice for a missing part that opens over the page; it is visible wherever the page is scrolled. */
export function FailedNotice({ retry }: FailedPart) {
  const { isReporting, retryAll } = useOutage(retry, { isFloating: true });
  if (!isReporting) return null;
  return (
    <div className={classes.floating}>
      <MissingPart retry={retryAll} />
    </div>
  );
}

/** The notice for a missing part of the page, in the position of the part. */
export function FailedAlert({ retry }: FailedPart) {
  const { isReporting, retryAll } = useOutage(retry);
  return isReporting ? <MissingPart retry={retryAll} /> : <NotLoaded retry={retry} />;
}

/** Shown if another notice on the page gives the reason. */
export function NotLoaded({ retry }: FailedPart) {
  return (
    <Group gap="xs">
      <Text c="dimmed">Not loaded.</Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        Try again
      </Button>
    </Group>
  );
}

function MissingPart({ retry }: FailedPart) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title="This part of the page could not be loaded"
      icon={<UnplugIcon />}
    >
      <LoadAgain retry={retry} />
    </Alert>
  );
}

/** The reason and the next steps, the same wherever code is missing. */
export function LoadAgain({ retry }: FailedPart) {
  return (
    <>
      <Text mb="sm">
        Nothing was lost. Check your connection and try again. If the console was updated in the
        meantime, reload it.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={retry}>
          Try again
        </Button>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Group>
    </>
  );
}
