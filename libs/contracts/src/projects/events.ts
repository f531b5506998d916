import { ProjectId, defineEvent } from '@hearth/contract-kit';
import { z } from 'zod';

export const ProjectCreated = defineEvent({
  name: 'projects.project-created',
  data: z.object({
    projectId: ProjectId,
    creatorId: z.int(),
    /** The branch that HEAD of the empty repository shall name; absent: as usual. */
    defaultBranch: z.string().optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** The project is gone for every reader; whatever is kept under its id may be removed. */
export const ProjectDeleted = defineEvent({
  name: 'projects.project-deleted',
  data: z.object({ projectId: ProjectId }),
  key: ({ projectId }) => projectId,
});

/**
 * Somebody may see or do less than before: a member was removed or has a lower level (`userId`), or a project is no longer shared with a
 * group (`groupId`); with neither, anybody may: the project went elsewhere, or what tells it is less open. Either a project tells it, or a
 * group, for itself and everything below. Rights are never taken from here: who keeps something because of them asks
 * `projects.resolve-access` again. Nothing is told of memberships that run out.
 */
export const AccessRevoked = defineEvent({
  name: 'projects.access-revoked',
  data: z.object({
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    userId: z.int().nullable(),
    groupId: z.int().nullable(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/** The project's repository is to be copied from elsewhere; from where, `projects.read-import-source` says. */
export const ImportRequested = defineEvent({
  name: 'projects.import-requested',
  data: z.object({ projectId: ProjectId, userId: z.int() }),
  key: ({ projectId }) => projectId,
});
