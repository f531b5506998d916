import { auditRecordedEvent, defineEvent, openEnum, ProjectId } from '@hearth/contract-kit';
import { z } from 'zod';
import { ReleaseCard } from './types.js';

/** A ref was created, updated or deleted. Ids are full object ids, null for "does not exist". */
export const RefUpdatedEvent = defineEvent({
  name: 'repository.ref-updated',
  data: z.object({
    projectId: ProjectId,
    /** Increases with every change of the repository: the highest one wins. */
    sequence: z.int(),
    /** The same for all refs of one push, or of one request of the API. */
    pushId: z.uuid(),
    via: openEnum(['http', 'ssh', 'api', 'import'], 'http'),
    ref: z.string(),
    oldId: z.string().nullable(),
    newId: z.string().nullable(),
    /** Null when no user caused it. */
    userId: z.int().nullable(),
    /** The branch that HEAD points at after the change; null while that branch does not exist. */
    defaultBranch: z.string().nullable(),
    occurredAt: z.iso.datetime(),
    /** Options of the push that services perform (`ci.…`, `merge_request.…`); absent without any. */
    pushOptions: z.array(z.string()).optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** A user commented on a commit. */
export const CommitCommentedEvent = defineEvent({
  name: 'repository.commit-commented',
  data: z.object({ projectId: ProjectId, commentId: z.int(), commitId: z.string(), authorId: z.int() }),
  key: ({ projectId }) => projectId,
});

/** A release was created for a tag. */
export const ReleaseCreatedEvent = defineEvent({
  name: 'repository.release-created',
  data: z.object({ projectId: ProjectId, release: ReleaseCard }),
  key: ({ projectId }) => projectId,
});

/** A release, or its links, have changed. */
export const ReleaseUpdatedEvent = defineEvent({
  name: 'repository.release-updated',
  data: z.object({ projectId: ProjectId, release: ReleaseCard }),
  key: ({ projectId }) => projectId,
});

/** A release was deleted, by itself or with its tag. */
export const ReleaseDeletedEvent = defineEvent({
  name: 'repository.release-deleted',
  data: z.object({
    projectId: ProjectId,
    /** As it was. */
    release: ReleaseCard,
  }),
  key: ({ projectId }) => projectId,
});

/** Progress of the import of a repository. */
export const ImportProgressedEvent = defineEvent({
  name: 'repository.import-progressed',
  data: z.object({
    projectId: ProjectId,
    state: openEnum(['started', 'finished', 'failed'], 'started'),
    /** Why it failed, for people; without credentials. */
    error: z.string().nullable(),
  }),
  key: ({ projectId }) => projectId,
});

/** Progress of the copy that makes the repository of a fork. */
export const ForkProgressedEvent = defineEvent({
  name: 'repository.fork-progressed',
  data: z.object({
    projectId: ProjectId,
    state: openEnum(['started', 'finished', 'failed'], 'started'),
    /** Why it failed, for people. */
    error: z.string().nullable(),
  }),
  key: ({ projectId }) => projectId,
});

/** HEAD points at another branch, without a change of refs. */
export const DefaultBranchChangedEvent = defineEvent({
  name: 'repository.default-branch-changed',
  data: z.object({
    projectId: ProjectId,
    /** Increases with every change of the repository: the highest one wins. */
    sequence: z.int(),
    defaultBranch: z.string(),
  }),
  key: ({ projectId }) => projectId,
});

/** Size and README of a repository; published when they differ from the last published ones. */
export const StatisticsMeasuredEvent = defineEvent({
  name: 'repository.statistics-measured',
  data: z.object({
    projectId: ProjectId,
    /** Increases with every measurement of the repository: the highest one wins. */
    sequence: z.int(),
    /** Commits on the default branch. */
    commitCount: z.int(),
    /** Bytes on disk. */
    repositorySize: z.int(),
    /** The README in the root folder of the default branch; null without a branch. */
    readme: z
      .object({
        /** The default branch, as it was measured. */
        branch: z.string(),
        /** Null: the branch has no README. */
        path: z.string().nullable(),
      })
      .nullable()
      .default(null),
  }),
  key: ({ projectId }) => projectId,
});

/** The total size of the LFS objects of a project has changed. */
export const LfsMeasuredEvent = defineEvent({
  name: 'repository.lfs-measured',
  data: z.object({
    projectId: ProjectId,
    /** Increases with every change of the project's objects: the highest one wins. */
    sequence: z.int(),
    /** In bytes. Forks share contents, which count in each of them. */
    lfsObjectsSize: z.int(),
  }),
  key: ({ projectId }) => projectId,
});

export const RepositoryAuditRecordedEvent = auditRecordedEvent('repository');
