import { Alert, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import type { ChangePreview as Preview } from "../../api/routes.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { compareAccess } from "./access-words.ts";
import classes from "./change-preview.module.css";
import { MergeSummary } from "./merge-summary.tsx";

type Projects = { id: string; name: string }[];

/** The access of a person now and after the change, and the projects they gain, lose and lead. */
export function ChangePreview({ preview }: { preview: Preview }) {
  const lines = compareAccess(preview.before, preview.after);
  const survivor = preview.merge?.survivor.name;
  return (
    <div className={classes.preview}>
      {preview.merge && <MergeSummary merge={preview.merge} />}
      {lines.some((line) => line.isChanged) ? (
        <AccessTable lines={lines} survivor={survivor} />
      ) : (
        <Text size="sm">{survivor ? `${survivor}'s` : "Their"} access stays the same.</Text>
      )}
      <ProjectList verb="Loses" projects={preview.lost} count={preview.lost_count} />
      <ProjectList verb="Gains" projects={preview.gained} count={preview.gained_count} />
      {preview.leads.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<TriangleAlertIcon />}
          title={`${countOf(preview.leads.length, "project")} will need another lead`}
        >
          {preview.leads.map((project) => project.name).join(", ")}
        </Alert>
      )}
    </div>
  );
}

function AccessTable(props: {
  lines: ReturnType<typeof compareAccess>;
  survivor: string | undefined;
}) {
  const { lines, survivor } = props;
  return (
    <table className={classes.table}>
      <caption>
        {survivor ? (
          <Text ta="left" fw={600} size="sm">
            Access of {survivor}
          </Text>
        ) : (
          <VisuallyHidden>Access</VisuallyHidden>
        )}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Now</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label} data-changed={line.isChanged}>
            <th scope="row">{line.label}</th>
            <td>{line.before}</td>
            <td>
              {line.after}
              {line.isChanged && <VisuallyHidden> (changes)</VisuallyHidden>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ProjectList(props: { verb: "Gains" | "Loses"; projects: Projects; count: number }) {
  const { verb, projects, count } = props;
  if (count === 0) return null;
  const otherCount = count - projects.length;
  return (
    <details className={classes.projects} open={count <= 12}>
      <summary>
        {verb} {countOf(count, "project")}
      </summary>
      <ul>
        {projects.map((project) => (
          <li key={project.id}>{project.name}</li>
        ))}
        {otherCount > 0 && <li>and {formatCount(otherCount)} more</li>}
      </ul>
    </details>
  );
}

export function PreviewSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Checking the effects</VisuallyHidden>
      <Skeleton height={288} />
    </div>
  );
}
