import { Badge, Button, Skeleton, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Prompt, PromptVersion } from "../../api/routes.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import { CompareVersions } from "./compare-versions.tsx";
import { ConfirmMove } from "./confirm-move.tsx";
import classes from "./prompts.module.css";
import { promptVersions } from "./queries.ts";
import { detailOf, originInWords } from "./words.ts";

const route = getRouteApi("/prompt");

/** Every version, newest first, with its actions. */
export function VersionList({ prompt }: { prompt: Prompt }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(promptVersions);
  const [restored, setRestored] = useState<PromptVersion | null>(null);
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={176} />;
  const versions = data.pages.flatMap((page) => page.versions);
  const { live, is_prompt_owner } = prompt;
  const close = () => setRestored(null);

  return (
    <>
      <CompareVersions versions={versions} from={search.from} to={search.to} />
      <ul className={classes.versions}>
        {versions.map((version) => (
          <li key={version.version_row_id} className={classes.version}>
            <span className={classes.number}>
              {version.number}
              {version.is_live && (
                <Badge size="sm" ml="xs" tt="none">
                  Live
                </Badge>
              )}
              {version.is_staged && (
                <Badge size="sm" ml="xs" color="gray" variant="light" tt="none">
                  Staged
                </Badge>
              )}
            </span>
            <span>
              {originInWords(version)}
              {detailOf(version) && <span className={classes.quiet}> · {detailOf(version)}</span>}
            </span>
            <span className={classes.quiet}>
              {version.created_by.name}, <Instant at={version.created_at} />
            </span>
            <span className={classes.actions}>
              {live && !version.is_live && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Compare version ${version.number} with the live one`}
                  onClick={() =>
                    void navigate({
                      search: { from: String(version.number), to: String(live.number) },
                      replace: true,
                      resetScroll: false,
                    })
                  }
                >
                  Compare
                </Button>
              )}
              {is_prompt_owner && !version.is_live && version.origin !== "staged" && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Roll back to version ${version.number}…`}
                  onClick={() => setRestored(version)}
                >
                  Roll back…
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {versions.length === 0 && <Text c="dimmed">No versions yet.</Text>}
      {hasNextPage && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
      {restored && (
        <ConfirmMove move={{ version: restored }} live={live} onClose={close} onDone={close} />
      )}
    </>
  );
}
