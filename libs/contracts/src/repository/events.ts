import { ProjectId, defineEvent, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A ref really moved. Ids are full object ids, null for "does not exist". */
export const RefUpdated = defineEvent({
  name: 'repository.ref-updated',
  data: z.object({
    projectId: ProjectId,
    /** Grows with every change of the repository: what came later wins. */
    sequence: z.int(),
    ref: z.string(),
    oldId: z.string().nullable(),
    newId: z.string().nullable(),
    /** Null where nobody signed in was behind it. */
    userId: z.int().nullable(),
    /** Where HEAD points after the change; null while that branch does not exist. */
    defaultBranch: z.string().nullable(),
    occurredAt: z.iso.datetime(),
  }),
  key: ({ projectId }) => projectId,
});

/** How far the copying of a repository from elsewhere has come. */
export const ImportProgressed = defineEvent({
  name: 'repository.import-progressed',
  data: z.object({
    projectId: ProjectId,
    state: openEnum(['started', 'finished', 'failed'], 'started'),
    /** Why it failed, for people; without credentials. */
    error: z.string().nullable(),
  }),
  key: ({ projectId }) => projectId,
});

/** HEAD points at another branch, without a ref having moved. */
export const DefaultBranchChanged = defineEvent({
  name: 'repository.default-branch-changed',
  data: z.object({
    projectId: ProjectId,
    /** Grows with every change of the repository: what came later wins. */
    sequence: z.int(),
    defaultBranch: z.string(),
  }),
  key: ({ projectId }) => projectId,
});

/** What a repository has come to hold; told where it differs from what was told before. */
export const StatisticsMeasured = defineEvent({
  name: 'repository.statistics-measured',
  data: z.object({
    projectId: ProjectId,
    /** Grows with every measurement of the repository: what came later wins. */
    sequence: z.int(),
    /** Of the default branch. */
    commitCount: z.int(),
    /** Bytes on disk. */
    repositorySize: z.int(),
  }),
  key: ({ projectId }) => projectId,
});
