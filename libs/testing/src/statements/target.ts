import type { ApiClient } from '../api/api-client.js';

export type Role = 'admin' | 'member';

/** Records that requests use: a user, a group and a project with a number of rows for every list. */
export interface Target {
  readonly name: string;
  /** Rows that its lists request; there are a few more of everything. */
  readonly rows: number;
  /** The member owns group and project. */
  readonly as: Readonly<Record<Role, ApiClient>>;
  readonly anonymous: ApiClient;
  readonly user: number;
  readonly member: number;
  readonly group: number;
  readonly project: number;
  /** Full path of the project. */
  readonly path: string;
  /** The head of all the project's branches except `topic`, which has as many commits more. */
  readonly sha: string;
  /** The head of `topic`. */
  readonly topic: string;
  /** The content of its `file-1.txt`. */
  readonly blob: string;
  /** Runs a statement as the server's user; tables are named with their schema. */
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** Returns an unused name. */
  fresh(): string;
  /** Returns the id of a user without any memberships; another one each time. */
  stranger(): number;
  /** Returns the id of a user who requested access to the project and to the group; another one each time. */
  applicant(): number;
  /** Creates a token of a user with all scopes. */
  token(user: number): Promise<string>;
}
