/** A task whose id is malformed; task-panel.test.ts opens one of another organization. */
import { it } from "vitest";
import { taskService } from "../fixtures/tasks.ts";
import { early, open } from "./task-table.ts";

it("the panel explains that there is no such task for a malformed id", async () => {
  const page = await open(taskService([early]), "/tasks?task=not-an-id");
  await page.getByText("There is no such task").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
