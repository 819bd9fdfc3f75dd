import { requireInternalViewer } from "../_db/gates.ts";
import { changeTasks, readTasks } from "../_db/tasks.ts";
import { tasks } from "../_domain/work/tasks-contract.ts";
import { serve } from "../_http/route.ts";

export default serve(
  tasks,
  {
    get: ({ db, query }) => readTasks(db, query),
    post: ({ db, body }) => changeTasks(db, body),
  },
  requireInternalViewer,
);
