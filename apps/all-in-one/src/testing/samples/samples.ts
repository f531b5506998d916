import { CI } from './ci.js';
import { IDENTITY } from './identity.js';
import { ISSUES } from './issues.js';
import { MERGE_REQUESTS } from './merge-requests.js';
import { NOTES } from './notes.js';
import { PROJECTS } from './projects.js';
import { REPOSITORY } from './repository.js';
import type { Samples } from './sample.js';

/**
 * Endpoints whose path alone is not enough: all writes, and reads with segments of their own. A new endpoint is a line in the file of its service, or
 * none.
 */
export const SAMPLES: Samples = {
  'GET /explorer/:asset': { segments: () => ({ asset: 'explorer.js' }) },
  ...IDENTITY,
  ...PROJECTS,
  ...ISSUES,
  ...NOTES,
  ...REPOSITORY,
  ...MERGE_REQUESTS,
  ...CI,
};
