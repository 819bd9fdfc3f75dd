import { Select, Text } from "@mantine/core";
import { useState } from "react";
import { deviceTimeZone, formatTime } from "../../format/dates.ts";
import { storedTimeZone, storeTimeZone } from "../../session/time-zone.ts";
import { useViewer } from "../../session/viewer.ts";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { Section } from "./section.tsx";

const DEVICE = "device";
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The zone in which times are shown on this device. */
export function TimeZoneSection() {
  const isClient = useViewer().role === "client";
  const [zone, setZone] = useState(storedTimeZone);
  const choose = (next: string | undefined) => {
    storeTimeZone(next);
    setZone(next);
  };
  const save = (next: string | undefined) => {
    if (next === zone) return;
    choose(next);
    notifyUndoable(`Times are shown in ${next ?? deviceTimeZone()}.`, async () => choose(zone));
  };
  return (
    <Section
      title="Time zone"
      description={
        isClient
          ? "Applies to the times on this device."
          : "Applies to the times on this device and to what counts as “today”. Weeks, locked hours and late tasks follow the organization's time zone."
      }
    >
      <Select
        label="Show times in"
        searchable
        allowDeselect={false}
        value={zone ?? DEVICE}
        nothingFoundMessage="No time zone has this name."
        data={[
          { value: DEVICE, label: `This device's time zone (${deviceTimeZone()})` },
          ...zones.map((name) => ({ value: name, label: name.replaceAll("_", " ") })),
        ]}
        onChange={(next) => save(next === DEVICE ? undefined : (next ?? undefined))}
      />
      <Text size="sm" c="dimmed">
        It is {formatTime(new Date().toISOString(), zone ?? deviceTimeZone())} there now.
      </Text>
    </Section>
  );
}
