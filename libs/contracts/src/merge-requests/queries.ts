import { ProjectId, UserId, defineQuery } from '@hearth/contract-kit';
import { z } from 'zod';

/** Returns the branches of a project that its open merge requests, or those from it to another project, need: sources and targets. */
export const OpenBranchesQuery = defineQuery({
  name: 'merge-requests.open-branches',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ branches: z.array(z.string()) }),
});

/** Returns what a merge request says and who may read it besides members of its target; null where there is none. */
export const FindMergeRequestQuery = defineQuery({
  name: 'merge-requests.find',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId, iid: z.int() }),
  output: z.object({
    mergeRequest: z
      .object({
        title: z.string(),
        description: z.string().nullable(),
        targetBranch: z.string(),
        authorId: UserId,
        assigneeId: UserId.nullable(),
      })
      .nullable(),
  }),
});
