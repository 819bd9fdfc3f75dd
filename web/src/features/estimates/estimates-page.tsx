import { Button, Group, NumberInput, Select, Skeleton, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { OutcomeQuery } from "../../api/estimate-routes.ts";
import { useProjectChoices } from "../../entities/project/use-project-choices.ts";
import { leads, useViewer } from "../../session/viewer.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import { outcomeQuery } from "./queries.ts";
import { SavedEstimates } from "./saved-estimates.tsx";

const route = getRouteApi("/estimates");

export default function EstimatesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const viewer = useViewer();
  const [query, setQuery] = useState(search.query);
  const [category, setCategory] = useState(search.category);
  const [hours, setHours] = useState<string | number>(search.hours);
  const [project, setProject] = useState(search.project || null);
  const projects = useProjectChoices(project ?? "");
  const question: OutcomeQuery = {
    query: search.query.trim(),
    ...(search.category.trim() && { category: search.category.trim() }),
    ...(search.hours && { expected_hours: Number(search.hours) }),
    ...(search.project && { project_id: search.project }),
  };
  const { data, error, refetch, isFetching } = useQuery({
    ...outcomeQuery(question),
    enabled: question.query !== "",
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void navigate({
      search: (before) => ({
        ...before,
        query: query.trim(),
        category,
        hours: String(hours),
        project: project ?? "",
        estimatedTask: project === before.project ? before.estimatedTask : "",
      }),
    });
  };
  return (
    <Page title="What will it take?" name="Estimates">
      <form onSubmit={ask}>
        <Group align="flex-end" mb="lg">
          <TextInput
            label="Work"
            placeholder="Landing page with a contact form"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            maxLength={1000}
            required
            flex="4 1 16rem"
          />
          <TextInput
            label="Category"
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
            maxLength={200}
            flex="1 1 12rem"
          />
          <Select
            label="Project"
            placeholder="No project"
            clearable
            clearButtonProps={{ "aria-label": "Clear project" }}
            searchable
            limit={50}
            value={project}
            onChange={setProject}
            {...projects}
            flex="1 1 14rem"
          />
          <NumberInput
            label="Your own estimate (hours)"
            value={hours}
            onChange={setHours}
            min={0}
            max={1_000_000}
            decimalScale={2}
            flex="1 1 8rem"
          />
          <Button type="submit" loading={isFetching}>
            Estimate hours
          </Button>
        </Group>
      </form>
      {question.query === "" && (
        <Text size="sm">
          This page estimates hours from similar finished tasks. Describe the work as you would in
          the title of a task.
        </Text>
      )}
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && isFetching && !data && <Skeleton height={200} />}
      {data && (
        <OutcomeView
          key={JSON.stringify([question, search.estimatedTask])}
          outcome={data}
          question={question}
          taskId={search.estimatedTask || null}
        />
      )}
      {leads(viewer) && <SavedEstimates />}
    </Page>
  );
}
