import { AccessAnswer, AccessQuestion, ProjectId, ProjectReference, defineQuery } from '@hearth/contract-kit';
import { z } from 'zod';

/** The one access question of a request, answered by one statement. */
export const ResolveAccess = defineQuery({
  name: 'projects.resolve-access',
  callers: ['identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: AccessQuestion,
  output: AccessAnswer,
});

/** The id behind a project reference, for routing only: it says nothing of who may see the project. */
export const FindProjectId = defineQuery({
  name: 'projects.find-project-id',
  callers: ['gateway'],
  input: z.object({ project: ProjectReference }),
  output: z.object({ projectId: ProjectId.nullable() }),
});
