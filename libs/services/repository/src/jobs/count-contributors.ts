import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { ContributorsFacts } from '../contributors/contributors.facts.js';

/** Counts the contributors of pushed commits ahead of the next request. */
export const CountContributors = defineJob({
  name: 'count-contributors',
  data: z.object({ projectId: ProjectId }),
  perStorage: true,
  unique: true,
});

@Job(CountContributors)
export class CountContributorsWorker implements JobWorker<typeof CountContributors> {
  constructor(private readonly contributorsFacts: ContributorsFacts) {}

  run({ projectId }: JobDataOf<typeof CountContributors>): Promise<void> {
    return this.contributorsFacts.renew(projectId);
  }
}
