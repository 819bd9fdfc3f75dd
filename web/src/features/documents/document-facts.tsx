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
  const text =
    versions.find(({ version }) => version === (indexed_version ?? latest_version)) ?? versions[0];
  if (!text) return null;
  const extent = extentInWords(text.facts);
  return (
    <>
      <dl className={facts.facts}>
        <Fact name="Kind">{kindLabel(kind)}</Fact>
        <Fact name="Visible to">
          {is_restricted ? "Admins and leads only" : "Members of the project"}
        </Fact>
        <Fact name="File">
          {formatName(text.content_type, text.file_name)}, {formatBytes(text.size_bytes)}
        </Fact>
        {extent && <Fact name="Length">{extent}</Fact>}
        <Fact name="Version">
          {text.version} of {latest_version}
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
          <Instant at={text.created_at} />
          {text.uploaded_by && ` by ${names?.get(text.uploaded_by) ?? "someone"}`}
        </Fact>
      </dl>
      {text.flags.length > 0 && (
        <ul className={classes.flags} aria-label="Notes about the text">
          {text.flags.map((flag) => (
            <li key={flag}>
              <FlagLabel>{flagInWords(flag, text.facts)}</FlagLabel>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
