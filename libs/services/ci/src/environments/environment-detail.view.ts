import type { z } from 'zod';
import type { DeploymentFact } from '../deployments/deployment.facts.js';
import { DeploymentView, presentDeployment } from '../deployments/deployment.view.js';
import { EnvironmentView, presentEnvironment } from './environment.view.js';
import type { Environment } from './environments.store.js';

/** Environment record of its single read. */
export const EnvironmentDetailView = EnvironmentView.extend({
  last_deployment: DeploymentView.nullable().describe('Newest deployment to the environment'),
});
export type EnvironmentDetailView = z.output<typeof EnvironmentDetailView>;

export function presentEnvironmentDetail(
  environment: Environment,
  last: DeploymentFact | null,
  baseUrl: string,
  now: Date,
): EnvironmentDetailView {
  return { ...presentEnvironment(environment), last_deployment: last && presentDeployment(last, baseUrl, now) };
}
