import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CalendarPlusIcon } from "lucide-react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { CalendarSource } from "../../api/calendar-routes.ts";
import { Instant } from "../../format/instant.tsx";
import { leads, useViewer } from "../../session/viewer.ts";
import classes from "./calendar-notices.module.css";

/** Shown if no calendar is connected: the page's purpose and the first step. */
export function NotConnected() {
  const isLead = leads(useViewer());
  return (
    <Alert
      color="accent"
      variant="light"
      mb="sm"
      title="No calendar is connected"
      icon={<CalendarPlusIcon />}
    >
      <Text>
        This page shows your events and your team's, each with its project. You can propose events;
        an admin or a lead approves each one before anyone is invited.{" "}
        {isLead ? (
          <>
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/settings/integrations" {...props} />}
            >
              Connect a calendar in Integrations
            </Anchor>{" "}
            to begin.
          </>
        ) : (
          "Ask an admin to connect Google or Microsoft Calendar."
        )}
      </Text>
    </Alert>
  );
}

/** When each calendar was last synced. */
export function Freshness({ sources }: { sources: readonly CalendarSource[] }) {
  return (
    <ul className={classes.sources} aria-label="Connected calendars">
      {sources.map(({ provider, state, synced_at }) => (
        <li key={provider} data-state={state}>
          {providerName(provider)}:{" "}
          {synced_at ? (
            <>
              {state === "stale" && "out of date, "}synced <Instant at={synced_at} />
            </>
          ) : (
            "not synced yet"
          )}
        </li>
      ))}
    </ul>
  );
}
