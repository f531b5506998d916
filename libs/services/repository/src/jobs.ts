import { FirstCommit, ProjectId } from '@hearth/contract-kit';
import { defineJob } from '@hearth/jobs';
import { z } from 'zod';

/** Removes the repository of a deleted project from its storage, and its rows. */
export const ClearRepositoryJob = defineJob({
  name: 'clear-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
});

/** Counts the contributors of pushed commits ahead of the next request. */
export const CountContributorsJob = defineJob({
  name: 'count-contributors',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
});

/** Copies the repository of a project for its fork. */
export const ForkRepositoryJob = defineJob({
  name: 'fork-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  // A fork may wait for the upkeep of its source, which takes longer than all other forks together.
  concurrency: 4,
  retries: 30,
});

/** Longer than HEARTH_IMPORT_TIMEOUT usually is. When both are exceeded, the job runs again. */
const IMPORT_SECONDS = 2 * 3600;

/** Copies a repository of another server into a new project. */
export const ImportRepositoryJob = defineJob({
  name: 'import-repository',
  data: z.object({ projectId: ProjectId, userId: z.int() }),
  perStorage: true,
  timeoutSeconds: IMPORT_SECONDS,
  // A slow server must not delay all other imports.
  concurrency: 4,
});

/** Deletes the LFS objects that no project has any more. */
export const SweepLfsJob = defineJob({ name: 'sweep-lfs', data: z.object({}), schedule: '*/10 * * * *' });

/** Creates the repository of a new project on its storage. */
export const MakeRepositoryJob = defineJob({
  name: 'make-repository',
  data: z.object({
    projectId: ProjectId,
    defaultBranch: z.string().optional(),
    firstCommit: FirstCommit.optional(),
  }),
  perStorage: true,
});

/** Measures a repository after a change. Changes that happen while the job waits are measured together. */
export const MeasureRepositoryJob = defineJob({
  name: 'measure-repository',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
});

/** Reassigns a deleted user's comments to the ghost user, or deletes them. */
export const RemoveCommentAuthorJob = defineJob({
  name: 'remove-comment-author',
  data: z.object({ userId: z.int(), hardDelete: z.boolean() }),
});

/** Reassigns a deleted user's releases to the ghost user. */
export const RemoveReleaseAuthorJob = defineJob({
  name: 'remove-release-author',
  data: z.object({ userId: z.int() }),
});

const upkeep = {
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
  timeoutSeconds: 6 * 60 * 60,
} as const;

/** Repacks a repository, or a copy of it, with many packs. Each storage runs one such job at a time. */
export const RepackRepositoryJob = defineJob({
  ...upkeep,
  name: 'repack-repository',
  data: z.object({
    projectId: ProjectId,
    /** Jobs of earlier releases have none: they are for the repository's own. */
    storage: z.string().optional(),
    /** Times that the job was put off. */
    waits: z.int().default(0),
  }),
});

/** Removes objects from a repository that have been unreachable for two weeks. */
export const PruneRepositoryJob = defineJob({ ...upkeep, name: 'prune-repository' });

/** Packs a repository and removes unreachable objects because a user has asked for it. */
export const HousekeepRepositoryJob = defineJob({ ...upkeep, name: 'housekeep-repository' });

/** Puts a bundle of a repository that is often cloned into the store of objects. */
export const BundleRepositoryJob = defineJob({ ...upkeep, name: 'bundle-repository' });

/** Deletes the bundles that are offered no more. */
export const SweepBundlesJob = defineJob({ name: 'sweep-bundles', data: z.object({}), schedule: '5-59/10 * * * *' });

const DAY_SECONDS = 24 * 60 * 60;

/** Copies a repository to the destination of its move. */
export const CopyForMoveJob = defineJob({
  name: 'copy-for-move',
  data: z.object({ moveId: z.int() }),
  perStorage: true,
  timeoutSeconds: DAY_SECONDS,
  // A large repository must not delay the others.
  concurrency: 4,
});

/** Schedules the moves of all repositories of a storage, to the destinations in turn. */
export const DrainStorageJob = defineJob({
  name: 'drain-storage',
  data: z.object({ source: z.string(), destinations: z.array(z.string()).min(1) }),
});

/** Makes the copy on the destination of a move the primary. Runs where the repository still is. */
export const HandOverJob = defineJob({
  name: 'hand-over',
  data: z.object({ moveId: z.int() }),
  perStorage: true,
});

/** Brings the standing copy of a repository on a storage up to the repository. Changes that happen while the job waits are followed together. */
export const FollowRepositoryJob = defineJob({
  name: 'follow-repository',
  data: z.object({ projectId: ProjectId, storage: z.string() }),
  perStorage: true,
  unique: true,
  timeoutSeconds: DAY_SECONDS,
  // A large repository must not delay the others.
  concurrency: 4,
});

/** Adds the job for copies that are behind and have none. */
export const FollowBehindJob = defineJob({ name: 'follow-behind', data: z.object({}), schedule: '* * * * *' });

/** Gives the repositories of a storage as many standing copies as the settings ask for. */
export const PlaceCopiesJob = defineJob({
  name: 'place-copies',
  data: z.object({ storage: z.string() }),
  perStorage: true,
  unique: true,
  timeoutSeconds: DAY_SECONDS,
});

/** Gives a repository, or those in a namespace, as many standing copies as admins have set. */
export const WantCopiesJob = defineJob({
  name: 'want-copies',
  data: z.object({ projectId: ProjectId.nullable(), namespaceId: z.int().nullable() }),
  timeoutSeconds: DAY_SECONDS,
});

/** Takes over the repositories of a storage whose owner has fallen silent. */
export const TakeOverStorageJob = defineJob({
  name: 'take-over-storage',
  data: z.object({ storage: z.string() }),
  unique: true,
  timeoutSeconds: DAY_SECONDS,
});

/** Checks the repositories and copies on a storage. */
export const CheckStorageJob = defineJob({
  name: 'check-storage',
  data: z.object({ storage: z.string() }),
  perStorage: true,
  unique: true,
  timeoutSeconds: DAY_SECONDS,
});

/** Removes the copy of a repository from a storage. */
export const RemoveCopyJob = defineJob({
  name: 'remove-copy',
  data: z.object({ projectId: ProjectId, storage: z.string() }),
  perStorage: true,
});
