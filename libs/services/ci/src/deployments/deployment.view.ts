import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { JobView, presentJob } from '../builds/build.view.js';
import { EnvironmentBasicView, presentEnvironmentBasic } from '../environments/environment.view.js';
import type { DeploymentFact } from './deployment.facts.js';

export const DeploymentView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  ref: z.string(),
  sha: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  status: z.literal('success'),
  user: UserBasicView.nullable(),
  environment: EnvironmentBasicView,
  deployable: JobView.nullable(),
});
export type DeploymentView = z.output<typeof DeploymentView>;

export function presentDeployment(fact: DeploymentFact, baseUrl: string, now: Date): DeploymentView {
  const { deployment, user, deployable } = fact;
  return {
    id: deployment.id,
    iid: deployment.iid,
    ref: deployment.ref,
    sha: deployment.sha,
    created_at: deployment.createdAt.toISOString(),
    updated_at: deployment.createdAt.toISOString(),
    // Only successes are recorded.
    status: 'success',
    user: user && presentUserBasic(user, baseUrl),
    environment: presentEnvironmentBasic({
      id: deployment.environmentId,
      name: deployment.environmentName,
      slug: deployment.environmentSlug,
      externalUrl: deployment.environmentUrl,
    }),
    deployable: deployable && presentJob(deployable, baseUrl, now),
  };
}
