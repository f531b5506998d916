import { ProjectId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

const upkeep = {
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
  timeoutSeconds: 6 * 60 * 60,
} as const;

/** Repacks a repository, where it has come to many packs; one after the other on each storage. */
export const RepackRepository = defineJob({ ...upkeep, name: 'repack-repository' });

/** Removes from a repository what nothing has needed for two weeks. */
export const PruneRepository = defineJob({ ...upkeep, name: 'prune-repository' });
