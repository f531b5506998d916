import { ProjectId, defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';

/** There is no such branch to become the default one. */
export const DefaultBranchMissing = defineRefusal<{ branch: string }>('default-branch-missing', 400, ({ branch }) => ({
  message: { base: [`Could not change HEAD: branch '${branch}' does not exist`] },
}));

/** Points HEAD of a project's repository at one of its branches. */
export const SetDefaultBranch = defineCommand({
  name: 'repository.set-default-branch',
  idempotent: true,
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, branch: z.string() }),
  output: z.object({
    /** Of the change, among all changes of the repository: what came later wins. */
    sequence: z.int(),
  }),
  refuses: [DefaultBranchMissing],
});
