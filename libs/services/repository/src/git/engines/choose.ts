import { access } from 'node:fs/promises';
import { ConfigurationError, defineSettings } from '@hearth/config';
import { z } from 'zod';
import { GitUnavailable } from '../process/errors.js';
import type { Engine } from './engine.js';
import { Libgit2 } from './libgit2.js';

const settings = defineSettings(
  'Engine of git',
  {
    HEARTH_GIT_ENGINE: z
      .enum(['git', 'nodegit'], 'must be git or nodegit')
      .prefault('git')
      .describe(
        'What reads commits and trees and merges: git, or libgit2 by the package nodegit (./hearth engine nodegit)',
      ),
    HEARTH_NODEGIT: z
      .string()
      .startsWith('/', 'must be an absolute path')
      .optional()
      .describe('Folder of the built package nodegit; ./hearth sets it for the processes that it starts'),
  },
  { readBy: ['RepositoryModule'] },
);

/**
 * The engine that HEARTH_GIT_ENGINE names; undefined for git, which needs no engine of its own.
 * @throws ConfigurationError when libgit2 is selected but not built, or cannot be loaded
 */
export async function chosenEngine(environment?: NodeJS.ProcessEnv): Promise<Engine | undefined> {
  const { HEARTH_GIT_ENGINE: name, HEARTH_NODEGIT: folder } = settings.read(environment);
  if (name === 'git') return undefined;
  const isBuilt = folder !== undefined && (await isThere(folder));
  if (!isBuilt) throw new ConfigurationError(`HEARTH_GIT_ENGINE is nodegit, which is not built: ${REMEDY}.`);
  try {
    return await Libgit2.open(folder);
  } catch (error) {
    if (!(error instanceof GitUnavailable)) throw error;
    throw new ConfigurationError(`HEARTH_GIT_ENGINE is nodegit, which cannot be loaded (${error.message}): ${REMEDY}.`);
  }
}

const REMEDY = 'run `./hearth engine nodegit`, or leave HEARTH_GIT_ENGINE out';

function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
