import { type Matrix, parseMatrix } from "../parse-matrix.ts";

/** The storage buckets that the migrations create. */
export const buckets: string[] = ["documents", "emails"];

/**
 * Storage's responses for a bucket that no policy opens. `none`: an empty list; `absent`: as if the bucket did not
 * exist; `policy`: refused by row level security; `platform`: the platform's own right of the secret key, not
 * exercised here.
 */
export const closedBucket: Matrix = parseMatrix(`
                | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
list buckets    | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
make a bucket   | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
list objects    | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
read an object  | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a download | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign an upload  | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload          | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
delete          | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
`);

/**
 * Storage's responses for the bucket `documents`, about a file of the project SHOP-01 and about one of its contracts.
 * The words are those of a closed bucket. A response that reveals a file would be `file`, which no cell expects.
 */
export const documentsBucket: Matrix = parseMatrix(`
                           | admin  | lead   | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
list files                 | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
read a file                | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
read a restricted file     | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a download            | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign a restricted download | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
sign an upload             | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
sign an upload over it     | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload                     | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
upload over it             | policy | policy | policy | policy  | policy | policy   | policy      | policy    | gateway | gateway | gateway | gateway  | platform
move                       | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
copy                       | absent | absent | absent | absent  | absent | absent   | absent      | absent    | gateway | gateway | gateway | gateway  | platform
delete                     | none   | none   | none   | none    | none   | none     | none        | none      | gateway | gateway | gateway | gateway  | platform
`);
