/** The header of the CSV files that the console exports on a wide window, which an import understands. */
export const tasksHeader =
  "Task,Task key,Project,Parent task,Labels,Status,Assignee,Due,Priority,Hours,Estimate,Updated";
export const hoursHeader = "Day,Work,Note,Task key,Entry key,Project,Person,Hours";
export const portfolioHeader =
  "Project,Code,Client,Account,Status,Health,Risk,Tier,Service line,Lead,Planned hours,Actual hours,Open tasks,Due,Activity";
