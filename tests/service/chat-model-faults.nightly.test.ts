/**
 * More faults of the model, which end like those of chat-model-faults.test.ts. The daily tests of the same faults are
 * in tests/unit/integrations/openai-chat.test.ts, where the statuses, silence and streams of a model become the errors
 * that a turn and a question end with.
 */
import { describe } from "vitest";
import { frame } from "../support/mock-model.ts";
import { always, withFaultyModel } from "./faulty-model.ts";
import {
  testFailedQuestions,
  testFailedTurns,
  testRetriedFailures,
  testUnfinishedAnswers,
} from "./model-fault-tests.ts";

const faulty = withFaultyModel();

describe("a turn that cannot be answered ends with an error, and the next one is answered", () => {
  testFailedTurns(faulty, [
    ["500, twice", always({ status: 500 }), 2, "model_unavailable"],
    ["a model that does not exist", always({ status: 404 }), 1, "model_refused"],
    ["silence, twice", always("falls silent"), 2, "model_unavailable"],
    ["nothing", always({ content: "" }), 1, "model_unavailable"],
  ]);
  testUnfinishedAnswers(faulty, [
    ["ends without a final event", { frames: [frame.delta("The bud")], ends: "whole" }],
  ]);
});

describe("a failure before the first word is retried once", () => {
  testRetriedFailures(faulty, [
    ["429", { status: 429, headers: { "retry-after": "1" } }],
    ["500", { status: 500 }],
  ]);
});

describe("one question", () => {
  testFailedQuestions(faulty, [
    ["429", { status: 429 }, "model_unavailable"],
    [
      "a stream that breaks off",
      { frames: [frame.delta("The")], ends: "breaks off" },
      "model_unavailable",
    ],
    ["silence", "falls silent", "model_unavailable"],
    ["nothing", { content: "" }, "model_unavailable"],
  ]);
});
