import type { Role, Target } from './target.js';

type Segments = Readonly<Record<string, string | number>>;

/** Results of `before`: segments of the path, a token that replaces the role's, and further headers. */
export interface Made {
  readonly segments?: Segments;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request to one endpoint. Every property may be left out: paths are filled from the target, and lists request its rows. */
export interface Sample {
  /** Segments of the path that differ from the target's: `{ key: 'key-1' }`. */
  readonly segments?: (target: Target) => Segments;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: (target: Target) => object | Promise<object>;
  /** Name of a multipart form's file field; the body is that form. */
  readonly form?: string;
  /** Makes the record that the request changes or removes. Its statements are not counted. */
  readonly before?: (target: Target, role: Role) => Promise<Made>;
  /** Status of an endpoint without a success. */
  readonly status?: number;
  /** Reason why a list may be shorter than the requested page. */
  readonly short?: string;
}

/** Samples by method and path as in the route table; paths of the API are relative to `/api/v4`. */
export type Samples = Readonly<Record<string, Sample>>;

/** A git request, which is a pattern in the route table. */
export interface GitSample {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path below the project's path. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A service's part of the measurement of statements: its rows, and the requests to its endpoints. */
export interface StatementSamples {
  readonly samples: Samples;
  readonly git?: readonly GitSample[];
  /**
   * Returns statements that insert the given number of rows for every list of the service. The target's users, group and project exist, the project's
   * repository is filled, its first merge request is open, and the rows of the services that are migrated before it are inserted.
   */
  readonly rows?: (target: Target, amount: number) => string[];
}
