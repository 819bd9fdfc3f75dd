/** Simulates a lead at work, one request after the other, and measures each. */
import { setTimeout as sleep } from "node:timers/promises";
import type { StackFile } from "../stack/stack-file.ts";
import { signIn } from "./sign-in.ts";

export type Action = "whoami" | "inbox" | "approve";

export interface Sample {
  action: Action | "propose";
  ms: number;
  status: number;
}

export interface Lead {
  work(seconds: number): Promise<Sample[]>;
}

// A person reads between two clicks.
const PAUSE_MS = 250;

export async function createLead(stack: StackFile): Promise<Lead> {
  const headers = {
    ...(await signIn(stack, "lead@demo.test")),
    "content-type": "application/json",
  };

  async function ask(
    action: Sample["action"],
    address: string,
    body?: object,
  ): Promise<{ sample: Sample; content: unknown }> {
    const startedAt = performance.now();
    const answer = await fetch(stack.url + address, {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content: unknown = await answer.json();
    const sample = { action, ms: performance.now() - startedAt, status: answer.status };
    return { sample, content };
  }

  const projects = await ask("propose", "/rest/v1/projects?select=id&code=eq.SHOP-01");
  const [project] = projects.content as { id: string }[];

  return {
    async work(seconds) {
      const samples: Sample[] = [];
      const until = performance.now() + seconds * 1000;
      for (let turn = 1; performance.now() < until; turn++) {
        samples.push((await ask("whoami", "/api/whoami")).sample);
        samples.push((await ask("inbox", "/api/inbox")).sample);
        const proposal = await ask("propose", "/rest/v1/rpc/propose_approval", {
          kind: "task_create",
          project_id: project?.id,
          payload: { title: `Under attack ${turn}` },
        });
        samples.push(proposal.sample);
        const { id, version } = proposal.content as { id?: string; version?: number };
        if (id !== undefined) {
          const body = { action: "approve", id, version };
          samples.push((await ask("approve", "/api/approvals", body)).sample);
        }
        await sleep(PAUSE_MS);
      }
      return samples;
    },
  };
}
