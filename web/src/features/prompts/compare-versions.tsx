import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { PromptVersion } from "../../api/routes.ts";
import { Diff } from "./diff.tsx";
import classes from "./prompts.module.css";
import type { PromptSearch } from "./search-params.ts";
import { originInWords, wholeText } from "./words.ts";

interface Props extends PromptSearch {
  versions: PromptVersion[];
}

const route = getRouteApi("/prompt");

/** Any two versions side by side; the URL contains their numbers. */
export function CompareVersions({ versions, from, to }: Props) {
  const navigate = route.useNavigate();
  if (!from || !to) return null;
  const show = (search: PromptSearch) =>
    void navigate({ search, replace: true, resetScroll: false });
  const find = (number: string) => versions.find((version) => String(version.number) === number);
  const before = find(from);
  const after = find(to);
  const choices = versions.map((version) => ({
    value: String(version.number),
    label: `${version.number} · ${originInWords(version)}`,
  }));

  return (
    <Stack gap="sm" className={classes.compare}>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Compare version"
          data={choices}
          value={from}
          onChange={(event) => show({ from: event.currentTarget.value, to })}
        />
        <NativeSelect
          label="with version"
          data={choices}
          value={to}
          onChange={(event) => show({ from, to: event.currentTarget.value })}
        />
        <Button variant="default" onClick={() => show({ from: "", to: "" })}>
          Close
        </Button>
      </Group>
      {before && after ? (
        <Diff
          before={wholeText(before)}
          after={wholeText(after)}
          label={`From version ${from} to version ${to}`}
        />
      ) : (
        <Text c="dimmed">
          One of the versions isn't in the list yet. Show older versions first.
        </Text>
      )}
    </Stack>
  );
}
