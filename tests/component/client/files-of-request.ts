/** A file that a client attaches to a request. */

export const plan = { name: "plan.md", mimeType: "text/markdown", buffer: Buffer.from("# Plan\n") };
