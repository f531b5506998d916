import { AccessAnswer, AccessQuestion, ProjectId, ProjectReference, UserId, defineQuery } from '@hearth/contract-kit';
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

/** From where a project's repository is to be copied, credentials included; null when it is not (any more). */
export const ReadImportSource = defineQuery({
  name: 'projects.read-import-source',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ url: z.string().nullable() }),
});

/** Where the project is that had a path before, while nobody else has taken the path; null also where the user may not see it. */
export const FindMovedProject = defineQuery({
  name: 'projects.find-moved-project',
  callers: ['repository'],
  input: z.object({
    path: z.string(),
    /** Null: anonymous. */
    user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
  }),
  output: z.object({ fullPath: z.string().nullable() }),
});

/** Which of some users, at most 100, have as many projects in their own namespaces as they may have. */
export const FindFullNamespaces = defineQuery({
  name: 'projects.find-full-namespaces',
  callers: ['identity'],
  input: z.object({ users: z.array(z.object({ id: z.int(), projectsLimit: z.int() })).max(100) }),
  output: z.object({ userIds: z.array(z.int()) }),
});
