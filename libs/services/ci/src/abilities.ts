import { defineAbilities } from '@hearth/access';
import { AccessLevel } from '@hearth/contract-kit';

/** Who may do what with pipelines, jobs and commit statuses. */
export const abilities = defineAbilities({
  readCommitStatus: {
    name: 'read_commit_status',
    from: AccessLevel.reporter,
    visitors: 'users',
    feature: 'repository',
  },
  createCommitStatus: { name: 'create_commit_status', from: AccessLevel.developer, feature: 'repository' },
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  manageRunners: { name: 'admin_runner', from: AccessLevel.master },
});
