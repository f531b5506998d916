import { Job, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { FollowReferences } from '../cross-references/follow.js';
import { ReadPushedCommits } from '../cross-references/read-pushed-commits.js';
import { FollowReferencesJob, ReadPushedCommitsJob } from './reference-jobs.js';

@Job(FollowReferencesJob)
export class FollowReferencesWorker implements JobWorker<typeof FollowReferencesJob> {
  constructor(private readonly followReferences: FollowReferences) {}

  run({ source, userId, ...references }: JobDataOf<typeof FollowReferencesJob>): Promise<void> {
    return this.followReferences.execute(source, references, userId);
  }
}

@Job(ReadPushedCommitsJob)
export class ReadPushedCommitsWorker implements JobWorker<typeof ReadPushedCommitsJob> {
  constructor(private readonly readPushedCommits: ReadPushedCommits) {}

  run(pushed: JobDataOf<typeof ReadPushedCommitsJob>): Promise<void> {
    return this.readPushedCommits.execute(pushed);
  }
}
