import { Alert, Button, Group, NumberInput, Skeleton, Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { InfoIcon } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { LoadMore } from "../../ui/load-more.tsx";
import { Problem } from "../../ui/problem.tsx";
import { refreshAll } from "../../ui/saved-notice.tsx";
import { anchorOf, locationOf, type PartName, partAt, partOf } from "./location.ts";
import { partsOf } from "./parts.ts";
import {
  type Opening,
  PASSAGES_AT_ONCE,
  sourceOpening,
  sourcePassages,
} from "./passage-queries.ts";
import classes from "./source-text.module.css";

interface Props {
  sourceId: string;
  /** The version whose text readers see; null if there is none yet. */
  version: number | null;
  /** The passage to open and mark; empty for none. */
  passageId?: string;
  /** A part to open, as the URL names it: page-12. */
  anchor?: string;
  /** Links to another part, if the source has any. */
  onOpenPart?: (anchor: string) => void;
  /** BCP 47 tag of the language that was recognized in it. */
  language?: string | undefined;
  /** Replaces the text if none is published. */
  empty: ReactNode;
}

/**
 * The text of a document, meeting, email or note, passage by passage: never the file or its markup. A URL can
 * open it at one passage or page.
 */
export function SourceText({ version, empty, ...props }: Props) {
  return version === null ? empty : <PublishedText version={version} empty={empty} {...props} />;
}

function PublishedText(props: Props & { version: number }) {
  const { sourceId, version, passageId = "", anchor = "", onOpenPart, language, empty } = props;
  const part = useMemo(() => (passageId ? null : partAt(anchor)), [passageId, anchor]);
  const firstPassage = useMemo(() => ({ passageId, part }), [passageId, part]);
  // The text that is shown stays, with the focus in it, until the next location is found.
  const opening = useQuery({
    ...sourceOpening(sourceId, version, firstPassage),
    placeholderData: keepPreviousData,
  });
  if (opening.isError && !opening.data) {
    return <Problem error={opening.error} retry={() => void opening.refetch()} />;
  }
  if (!opening.data) return <TextSkeleton />;
  const { first, last, isFound } = opening.data;
  if (last < 0) return empty;
  const isHere = isFound && !opening.isPlaceholderData;
  const isMissing = !isFound && !opening.isPlaceholderData && (passageId !== "" || part !== null);
  return (
    <>
      {isMissing && (
        <Alert color="yellow" variant="light" role="status" icon={<InfoIcon />} mb="md">
          {passageId
            ? "The passage is no longer in this text, because the text was processed again. The text starts below."
            : "This part isn't in the text. The text starts below."}
        </Alert>
      )}
      <Passages
        // A distant location reloads the text; a nearby one only moves the mark.
        key={`${version} ${Math.floor(first / PASSAGES_AT_ONCE)}`}
        sourceId={sourceId}
        version={version}
        opening={opening.data}
        passageId={isHere ? passageId : ""}
        part={isHere ? part : null}
        onOpenPart={onOpenPart}
        language={language}
      />
    </>
  );
}

interface PassagesProps {
  sourceId: string;
  version: number;
  opening: Opening;
  passageId: string;
  part: PartName | null;
  onOpenPart: Props["onOpenPart"];
  language: Props["language"];
}

function Passages(props: PassagesProps) {
  const { sourceId, version, opening, passageId, part, onOpenPart, language } = props;
  const { first, last } = opening;
  const pages = useInfiniteQuery(sourcePassages(sourceId, version, first, last));
  const parts = useMemo(() => partsOf(pages.data?.pages.flat() ?? []), [pages.data]);
  const isRead = pages.data !== undefined;
  const target = passageId ? `passage-${passageId}` : part ? anchorOf(part) : "";

  useEffect(() => {
    if (!isRead || !target) return;
    const element = document.getElementById(target);
    element?.scrollIntoView({ block: passageId ? "center" : "start" });
    element?.focus({ preventScroll: true });
  }, [isRead, target, passageId]);

  if (!pages.data) {
    return pages.isError ? (
      <Problem error={pages.error} retry={() => void pages.refetch()} />
    ) : (
      <TextSkeleton />
    );
  }
  if (parts.length === 0) {
    // A new version was published between two requests.
    return (
      <Button size="xs" variant="default" onClick={refreshAll}>
        Load the new text
      </Button>
    );
  }
  return (
    <>
      {onOpenPart && <PartChooser opening={opening} part={part} onOpen={onOpenPart} />}
      {pages.hasPreviousPage && (
        <Earlier
          isLoading={pages.isFetchingPreviousPage}
          onLoad={() => void pages.fetchPreviousPage()}
        />
      )}
      <div className={classes.text} lang={language} dir="auto">
        {parts.map((entry) => (
          <section
            key={`${entry.anchor ?? entry.title} ${entry.passages[0]?.position}`}
            className={classes.part}
          >
            {entry.title && (
              <h3 id={entry.anchor ?? undefined} tabIndex={-1} className={classes.title} dir="auto">
                {entry.title}
              </h3>
            )}
            {entry.passages.map((passage) => (
              <div
                key={passage.id}
                id={`passage-${passage.id}`}
                className={classes.passage}
                data-marked={passage.id === passageId || undefined}
                aria-current={passage.id === passageId || undefined}
                tabIndex={passage.id === passageId ? -1 : undefined}
              >
                {passage.label && <span className={classes.label}>{passage.label}</span>}
                <p dir="auto">{passage.content}</p>
              </div>
            ))}
          </section>
        ))}
      </div>
      {pages.hasNextPage && (
        <LoadMore
          isLoading={pages.isFetchingNextPage}
          error={pages.isFetchNextPageError ? pages.error : null}
          load={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}

/** Earlier text is loaded on request, because nothing may grow above the reader by itself. */
function Earlier({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <Button size="xs" variant="default" mb="md" loading={isLoading} onClick={onLoad}>
      Show earlier text
    </Button>
  );
}

interface ChooserProps {
  opening: Opening;
  part: PartName | null;
  onOpen: (anchor: string) => void;
}

/** A field that jumps to a page or slide, if there are several. */
function PartChooser({ opening, part, onOpen }: ChooserProps) {
  const last = partOf(locationOf(opening.lastPart));
  const input = useRef<HTMLInputElement>(null);
  if (!last || last.field === "sheet" || Number(last.value) < 2) return null;
  const { field, value: count } = last;
  const open = () => {
    const value = Math.round(Number(input.current?.value));
    if (value >= 1) onOpen(anchorOf({ field, value: Math.min(value, Number(count)) }));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <Group gap="xs" mb="md">
        <NumberInput
          key={part ? anchorOf(part) : ""}
          ref={input}
          size="xs"
          w={88}
          min={1}
          max={Number(count)}
          allowDecimal={false}
          aria-label={`Go to ${field}`}
          defaultValue={part?.field === field ? Number(part.value) : undefined}
          placeholder={field === "page" ? "Page" : "Slide"}
        />
        <Text size="sm" c="dimmed">
          1 to {count}
        </Text>
        <Button type="submit" size="xs" variant="default">
          Go
        </Button>
      </Group>
    </form>
  );
}

function TextSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={16} width={96} mb="md" />
      <Skeleton height={120} mb="md" />
      <Skeleton height={120} mb="md" />
      <Skeleton height={120} />
    </div>
  );
}
