import { Anchor, Button, Group, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { evidenceGroupLabels } from "../../../../supabase/functions/_domain/words/drafts.ts";
import { type Draft, type EvidenceItem, getDraftFile } from "../../api/draft-routes.ts";
import { formatDay } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { Problem } from "../../ui/problem.tsx";
import classes from "../inbox/card-view.module.css";
import { draftOf } from "./queries.ts";

/** The history of a draft: its evidence, the sentences that people stated, its publication and its first reader. */
export default function CardDraft({ approvalId }: { approvalId: string }) {
  const { data: draft, error, refetch } = useQuery(draftOf(approvalId));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!draft) return <Skeleton height={64} aria-busy="true" />;
  const { pack, statements, publication } = draft;
  return (
    <>
      {isApproved(draft) && <DownloadDraft draft={draft} />}
      {pack && (
        <section aria-labelledby="card-pack">
          <h3 id="card-pack">Evidence pack</h3>
          <p className={classes.quiet}>
            {formatDay(pack.from_on)} to {formatDay(pack.to_on)},{" "}
            {draft.model ? `written by ${draft.model}` : "written without an AI model"}
            {draft.export.profile && `, profile ${draft.export.profile.name}`}
          </p>
          <PackList items={pack.items} numbers={draft.item_numbers ?? []} />
        </section>
      )}
      {statements.length > 0 && (
        <section aria-labelledby="card-statements">
          <h3 id="card-statements">Stated by the author</h3>
          <ul className={classes.plain}>
            {statements.map(({ sentence, by, stated_at }) => (
              <li key={sentence}>
                {sentence}
                <span className={classes.quiet}>
                  {" "}
                  {by?.name}, <Instant at={stated_at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {publication && (
        <section aria-labelledby="card-publication">
          <h3 id="card-publication">Publication</h3>
          <p>
            For {publication.client}
            {publication.published_at && (
              <>
                , <Instant at={publication.published_at} />
              </>
            )}
          </p>
          <p className={classes.quiet}>
            {publication.first_read_at ? (
              <>
                First read by {publication.first_read_by?.name ?? "the client"},{" "}
                <Instant at={publication.first_read_at} />
              </>
            ) : (
              "The client has not read it yet."
            )}
          </p>
        </section>
      )}
    </>
  );
}

const isApproved = ({ approval }: Draft) =>
  approval.decided_at !== null && approval.status !== "rejected";

/** The approved version as a file; its name includes the version, so it overwrites no older file. */
function DownloadDraft({ draft: { approval, export: file } }: { draft: Draft }) {
  const download = useMutation({
    mutationFn: async (format: "docx" | "pdf") => {
      const address = URL.createObjectURL(await getDraftFile(approval.id, format));
      const link = document.createElement("a");
      link.href = address;
      link.download = `${file.file_name} v${approval.version}.${format}`;
      link.click();
      URL.revokeObjectURL(address);
    },
  });
  const formats = file.format === "docx" ? (["docx", "pdf"] as const) : (["pdf", "docx"] as const);
  return (
    <section aria-label="Download">
      <Group gap="xs">
        {formats.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="default"
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            Download {format.toUpperCase()}
          </Button>
        ))}
      </Group>
      {download.error && <Problem error={download.error} />}
    </section>
  );
}

/** The items by group, each with the number by which the text cites it. */
function PackList({ items, numbers }: { items: EvidenceItem[]; numbers: number[] }) {
  const groups = Object.keys(evidenceGroupLabels) as EvidenceItem["group"][];
  return (
    <details className={classes.more}>
      <summary>{items.length} items</summary>
      {groups.map((group) => {
        const groupItems = items.filter((item) => item.group === group);
        if (groupItems.length === 0) return null;
        return (
          <div key={group}>
            <h4>{evidenceGroupLabels[group]}</h4>
            <ul className={classes.plain}>
              {groupItems.map((item) => (
                <li key={item.number}>
                  {numbers.includes(item.number) && `[${numbers.indexOf(item.number) + 1}] `}
                  <Item item={item} />
                  {item.is_internal && <span className={classes.quiet}> Not for the client.</span>}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </details>
  );
}

function Item({ item: { kind, title, text, source_id, passage_id } }: { item: EvidenceItem }) {
  if (kind !== "passage" || !source_id) return text;
  const search = passage_id ? `?passage=${passage_id}` : "";
  return (
    <>
      <Anchor href={`/sources/${source_id}${search}`} underline="always">
        {title}
      </Anchor>
      <blockquote className={classes.passage}>{text}</blockquote>
    </>
  );
}
