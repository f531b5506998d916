import { ProjectId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

const upkeep = {
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
  timeoutSeconds: 6 * 60 * 60,
} as const;

/** Repacks a repository with many packs. Each storage runs one such job at a time. */
export const RepackRepository = defineJob({ ...upkeep, name: 'repack-repository' });

/** Removes objects from a repository that have been unreachable for two weeks. */
export const PruneRepository = defineJob({ ...upkeep, name: 'prune-repository' });
