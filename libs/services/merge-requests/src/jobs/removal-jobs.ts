import { ProjectId, UserId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { CloseUnlinked } from '../contributions/close-unlinked.js';
import { RemoveContributions } from '../contributions/remove.js';
import { UnassignFormerReaders } from '../contributions/unassign.js';

/** Gives what a deleted user has written to the ghost, or deletes it. */
export const RemoveUser = defineJob({
  name: 'remove-user',
  data: z.object({ userId: z.int(), ghostId: z.int(), hardDelete: z.boolean() }),
});

@Job(RemoveUser)
export class RemoveUserWorker implements JobWorker<typeof RemoveUser> {
  constructor(private readonly removeContributions: RemoveContributions) {}

  run(user: JobDataOf<typeof RemoveUser>, { signal }: JobRun): Promise<void> {
    return this.removeContributions.ofUser(user, signal);
  }
}

/** Deletes the merge requests into a deleted project. */
export const RemoveProject = defineJob({ name: 'remove-project', data: z.object({ projectId: ProjectId }) });

@Job(RemoveProject)
export class RemoveProjectWorker implements JobWorker<typeof RemoveProject> {
  constructor(private readonly removeContributions: RemoveContributions) {}

  run({ projectId }: JobDataOf<typeof RemoveProject>, { signal }: JobRun): Promise<void> {
    return this.removeContributions.ofProject(projectId, signal);
  }
}

/** Takes merge requests from who has lost access to their project; daily from those whose membership has expired. */
export const ClearAssignees = defineJob({
  name: 'clear-assignees',
  data: z.object({ projectId: ProjectId.nullable().default(null), userId: z.int().nullable().default(null) }),
  schedule: '20 0 * * *',
});

@Job(ClearAssignees)
export class ClearAssigneesWorker implements JobWorker<typeof ClearAssignees> {
  constructor(private readonly unassignFormerReaders: UnassignFormerReaders) {}

  run(among: JobDataOf<typeof ClearAssignees>, { signal }: JobRun): Promise<void> {
    return this.unassignFormerReaders.execute(among, signal);
  }
}

/** Closes the open merge requests of a fork that has left its network. */
export const CloseMergeRequestsOfFork = defineJob({
  name: 'close-merge-requests-of-fork',
  data: z.object({ projectId: ProjectId, userId: UserId }),
});

@Job(CloseMergeRequestsOfFork)
export class CloseMergeRequestsOfForkWorker implements JobWorker<typeof CloseMergeRequestsOfFork> {
  constructor(private readonly closeUnlinked: CloseUnlinked) {}

  run({ projectId, userId }: JobDataOf<typeof CloseMergeRequestsOfFork>, { signal }: JobRun): Promise<void> {
    return this.closeUnlinked.execute(projectId, userId, signal);
  }
}
