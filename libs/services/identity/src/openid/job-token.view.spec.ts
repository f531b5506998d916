import type { TokenJob } from '@hearth/identity-contracts';
import { presentJobClaims } from './job-token.view.js';

const JOB = { projectPath: 'group/app', ref: 'main', tag: false, environment: null, user: null } as TokenJob;
const claims = (job: Partial<TokenJob>) => presentJobClaims({ ...JOB, ...job }, 'https://h.example.com');

describe('presentJobClaims', () => {
  it.each([
    [{}, 'ref_type:branch:ref:main', 'refs/heads/main'],
    [{ tag: true, ref: 'v1' }, 'ref_type:tag:ref:v1', 'refs/tags/v1'],
    [
      { ref: 'refs/merge-requests/7/head', fromFork: true },
      'ref_type:merge_request:ref:refs/merge-requests/7/head',
      'refs/merge-requests/7/head',
    ],
  ])('names the ref of %j', (job, subject, refPath) => {
    const { sub, ref_path } = claims(job);
    expect([sub, ref_path]).toEqual([`project_path:group/app:${subject}`, refPath]);
  });
});
