import { Alert, Text, VisuallyHidden } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import type { TeamPreview } from "./queries.ts";
import classes from "./team-form.module.css";
import { changeInWords, leadsUnseen } from "./team-words.ts";

/** The effect on each person of a change to the team. */
export function TeamChanges({ preview: { people } }: { preview: TeamPreview }) {
  const unseen = people.filter(leadsUnseen);
  return (
    <section aria-labelledby="team-preview">
      <Text id="team-preview" fw={500} mb={4}>
        Changes
      </Text>
      <ul className={classes.changes}>
        {people.map((person) => (
          <li key={person.id}>
            <strong>{person.name}</strong> {changeInWords(person)}
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">
        {people.map((person) => `${person.name} ${changeInWords(person)}`).join(". ")}
      </VisuallyHidden>
      {unseen.length > 0 && (
        <Alert
          mt="xs"
          color="yellow"
          variant="light"
          icon={<TriangleAlertIcon />}
          title="The project will need another lead"
        >
          {unseen.map(({ name }) => name).join(", ")} leads it and will no longer see it. Edit the
          project to name another lead.
        </Alert>
      )}
    </section>
  );
}
