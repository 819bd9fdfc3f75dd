import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { peopleNames } from "../../entities/person/queries.ts";
import { Instant } from "../../format/instant.tsx";
import { formatBytes } from "../../format/numbers.ts";
import { Fact } from "../../ui/fact.tsx";
import facts from "../../ui/facts.module.css";
import classes from "./document-facts.module.css";
import { formatName } from "./file-types.ts";
import { FlagLabel } from "./labels.tsx";
import type { Document } from "./queries.ts";
import { extentInWords, flagInWords, kindLabel, originInWords } from "./words.ts";

/** Facts about a document, and notes to read before relying on its text. */
export function DocumentFacts({ document }: { document: Document }) {
  const names = useQuery(peopleNames).data;
  const { kind, is_restricted, versions, indexed_version, latest_version } = document;
  const origin = originInWords(document.origin);
  // The version shown to readers; before the first processing, the uploaded one.
  const shown =
    versions.find(({ version }) => version === (indexed_version ?? latest_version)) ?? versions[0];
  if (!shown) return null;
  const extent = extentInWords(shown.facts);
  return (
    <>
      <dl className={facts.facts}>
        <Fact name="Kind">{kindLabel(kind)}</Fact>
        <Fact name="Visible to">
          {is_restricted ? "Admins and leads only" : "Members of the project"}
        </Fact>
        <Fact name="File">
          {formatName(shown.content_type, shown.file_name)}, {formatBytes(shown.size_bytes)}
        </Fact>
        {extent && <Fact name="Length">{extent}</Fact>}
        <Fact name="Version">
          {shown.version} of {latest_version}
        </Fact>
        {origin && (
          <Fact name="Origin">
            {document.origin_url ? (
              <Anchor href={document.origin_url} target="_blank" rel="noopener noreferrer">
                {origin}
              </Anchor>
            ) : (
              origin
            )}
          </Fact>
        )}
        <Fact name="Uploaded">
          <Instant at={shown.created_at} />
          {shown.uploaded_by && ` by ${names?.get(shown.uploaded_by) ?? "someone"}`}
        </Fact>
      </dl>
      {shown.flags.length > 0 && (
        <ul className={classes.flags} aria-label="Notes about the text">
          {shown.flags.map((flag) => (
            <li key={flag}>
              <FlagLabel>{flagInWords(flag, shown.facts)}</FlagLabel>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
