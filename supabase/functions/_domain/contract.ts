import { z } from "zod";

/** One method of a route: its request and its response. */
export interface Operation {
  summary: string;
  /** Query parameters; unknown ones are refused. */
  query?: z.ZodType<object>;
  /** JSON body; unknown fields are refused. */
  body?: z.ZodType<object>;
  /** The response. Fields that it does not name are not sent. */
  response: z.ZodType;
  /** The response is a stream of Server-Sent Events, each of them one `response`. */
  isStream?: true;
  /** The response is a file: the handler creates it, and `response` describes its bytes. */
  isFile?: true;
  /** HTTP status of success; 200 when absent. */
  status?: 200 | 202;
  /** The response with 202 instead: the request is stored, and a job does the work. */
  accepted?: z.ZodType;
  /** Largest body in bytes; 1 MB when absent. */
  maxBodyBytes?: number;
}

/** A route of the API. */
export interface Contract {
  /** Folder and name of the edge function, and the path under /api unless `path` says otherwise. */
  slug: string;
  path?: string;
  /**
   * `public` needs no sign-in; `user` needs a signed-in user. The database checks roles and scope. `demo` answers
   * from the bundled dataset, only in demo mode: such a route is part of the function `api` and never deployed
   * separately.
   */
  access: "public" | "user" | "demo";
  get?: Operation;
  post?: Operation;
}

/** Any UUID that PostgreSQL accepts, whatever its version bits. */
export const Id = z.guid();

const NO_PERSON = "00000000-0000-0000-0000-000000000000";

/**
 * A person to read as. A value that is not an id matches no person: admins and leads get a 404. For everyone else,
 * the parameter is ignored.
 */
export const PersonToReadAs = z
  .string()
  .max(200)
  .transform((text) => (Id.safeParse(text).success ? text : NO_PERSON));

/** Keeps the exact types of a contract while checking its shape. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export type QueryOf<O extends Operation> = Parsed<O["query"]>;
export type BodyOf<O extends Operation> = Parsed<O["body"]>;
export type ResponseOf<O extends Operation> = O["isStream"] extends true
  ? (signal: AbortSignal) => AsyncIterable<z.input<O["response"]>>
  : O["isFile"] extends true
    ? Response
    :
        | z.input<O["response"]>
        | (O["accepted"] extends z.ZodType ? Accepted<z.input<O["accepted"]>> : never);

/** An answer of the kind `accepted`. */
export class Accepted<T> {
  readonly body: T;

  constructor(body: T) {
    this.body = body;
  }
}
