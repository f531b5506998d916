/** Read requests that are compared, by what they answer with. */
export type ForgeRead =
  | 'the caller'
  | 'a user'
  | 'list of projects'
  | 'a project'
  | 'list of groups'
  | 'list of issues'
  | 'an issue'
  | 'notes of an issue'
  | 'list of merge requests'
  | 'changes of a merge request'
  | 'list of branches'
  | 'list of commits'
  | 'text of a file';

/** Pages that are compared. */
export type ForgePage = 'tree' | 'file' | 'commit' | 'list of merge requests';

/** A repository of the one group, with its git address including credentials. */
export interface ForgeProject {
  readonly id: string | number;
  readonly gitUrl: string;
}

/** A code-hosting server under comparison. Records are written by its API, as one admin. */
export interface Forge {
  readonly name: string;
  /** Headers of an API request. */
  readonly headers: Readonly<Record<string, string>>;
  createGroup(name: string): Promise<void>;
  /** In the group `acme`, public. */
  createProject(name: string): Promise<ForgeProject>;
  /** @returns the number by which the project counts it */
  createIssue(project: ForgeProject, title: string): Promise<number>;
  createNote(project: ForgeProject, issue: number, body: string): Promise<void>;
  createMergeRequest(project: ForgeProject, branch: string): Promise<number>;
  /** URL of each read. */
  reads(of: Filled): Readonly<Record<ForgeRead, string>>;
  /** Headers of a request for a page that needs a sign-in; none where anonymous visitors see it. */
  signedIn(): Promise<Readonly<Record<string, string>>>;
  /** URL of each page. */
  pages(of: Filled): Readonly<Record<ForgePage, string>>;
}

/** A filled project: its name, an issue with notes, a merge request, and the newest commit of its main branch. */
export interface Filled {
  readonly project: ForgeProject;
  readonly issue: number;
  readonly mergeRequest: number;
  readonly sha: string;
  readonly file: string;
}

/**
 * Sends a JSON request and returns the parsed answer.
 * @throws for answers other than 2xx
 */
export async function call<T>(
  method: 'GET' | 'POST',
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
