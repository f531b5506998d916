import type { Role, Target } from './target.js';

/** What one endpoint is asked with. All of it may be left out: paths are filled by what the target has, lists asked for its rows. */
export interface Sample {
  /** Segments of the path that are not the target's own: `{ key: 'key-1' }`. */
  readonly params?: (target: Target) => Record<string, string | number>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: (target: Target) => object;
  /** Makes what the request changes or removes; returns segments of the path. Its statements are not counted. */
  readonly before?: (target: Target, role: Role) => Promise<Record<string, string | number>>;
  /** Why a list may be shorter than the page that is asked for. */
  readonly short?: string;
}

/** Segments that mean the same wherever they stand. */
export const SEGMENTS: Readonly<Record<string, (target: Target) => string | number>> = {
  branch: () => 'branch-1',
  sha: ({ sha }) => sha,
  key: () => 'key-1',
  user_id: ({ user }) => user,
  group_id: ({ group }) => group,
  project_id: ({ project }) => project,
};

/** What `:id` is, by how a path begins. */
export const RESOURCES: Readonly<Record<string, (target: Target) => string | number>> = {
  projects: ({ project }) => project,
  groups: ({ group }) => group,
  namespaces: ({ group }) => group,
  users: ({ user }) => user,
};

async function newProject({ as, group, fresh }: Target): Promise<{ id: number }> {
  const made = await as.member.post('/projects', { name: fresh(), namespace_id: group });
  return { id: made.expect(201).json<{ id: number }>().id };
}

/**
 * Endpoints that need more than their path says, by method and path below `/api/v4`: all that write, and reads with segments of their own.
 * A new endpoint is a line here, or none.
 */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'GET /explorer/:asset': { params: () => ({ asset: 'explorer.js' }) },
  'POST /users': {
    body: ({ fresh }) => {
      const username = fresh();
      return { username, name: username, email: `${username}@example.com`, password: 'correct horse battery' };
    },
  },
  'POST /projects': { body: ({ fresh }) => ({ name: fresh() }) },
  'DELETE /projects/:id': { before: newProject },
  'GET /projects/:id/repository/blobs/:sha/raw': { params: ({ blob }) => ({ sha: blob }) },
};

/** A request of git's, which is a pattern in the route table. */
export interface GitSample {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below the project's path. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What ends a list of refs or of wishes: nothing is fetched or pushed, everything is asked before. */
const FLUSH = '0000';

export const GIT_SAMPLES: readonly GitSample[] = [
  ...['upload', 'receive'].map((kind) => ({
    name: `info/refs?service=git-${kind}-pack`,
    method: 'GET' as const,
    path: `/info/refs?service=git-${kind}-pack`,
  })),
  ...['upload', 'receive'].map((kind) => ({
    name: `git-${kind}-pack`,
    method: 'POST' as const,
    path: `/git-${kind}-pack`,
    headers: { 'content-type': `application/x-git-${kind}-pack-request` },
    body: FLUSH,
  })),
];
