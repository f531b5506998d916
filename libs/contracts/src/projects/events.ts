import { ProjectId, defineEvent } from '@hearth/contract-kit';
import { z } from 'zod';

export const ProjectCreated = defineEvent({
  name: 'projects.project-created',
  data: z.object({ projectId: ProjectId, creatorId: z.int() }),
  key: ({ projectId }) => projectId,
});

/** The project is gone for every reader; whatever is kept under its id may be removed. */
export const ProjectDeleted = defineEvent({
  name: 'projects.project-deleted',
  data: z.object({ projectId: ProjectId }),
  key: ({ projectId }) => projectId,
});
