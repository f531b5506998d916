import type { Samples } from './sample.js';

export const REPOSITORY: Samples = {
  'GET /projects/:id/repository/blobs/:sha/raw': { segments: ({ blob }) => ({ sha: blob }) },
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
