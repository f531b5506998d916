import { z } from 'zod';
import { defineSettings } from './settings.js';

/** Header by which the probes of a process name its revision. */
export const REVISION_HEADER = 'x-hearth-revision';

/** Characters of a revision that are shown, as many as git's forges show. */
const SHOWN = 11;

const settings = defineSettings('The version', {
  HEARTH_REVISION: z
    .string()
    .regex(/^[0-9a-f]{11,64}$/, 'must be the id of a commit')
    .optional()
    .describe(
      'Commit of git that the process was built from, which GET /version and the pages of services show; set by ./hearth and in images built with the argument REVISION',
    ),
});

/**
 * Returns the first characters of the commit that the process was built from; undefined when it is not known.
 * @throws ConfigurationError
 */
export function ownRevision(environment?: NodeJS.ProcessEnv): string | undefined {
  return settings.read(environment).HEARTH_REVISION?.slice(0, SHOWN);
}
