import { titleOf } from '@hearth/repository-contracts';
import type { DeploymentFacts } from './deployment.facts.js';
import { presentPayloadProject } from './push.view.js';
import { presentPayloadUser } from './record.view.js';

const SHORT = 8;

/** Presents a deployment as receivers get it. A deployment is recorded when its job has succeeded. */
export function presentDeploymentEvent({ deployment, project, commit, named }: DeploymentFacts) {
  const { baseUrl } = named;
  const { environment, sha, jobId, userId } = deployment;
  const webUrl = `${baseUrl}/${project.fullPath}`;
  const user = presentPayloadUser(userId, named);
  return {
    object_kind: 'deployment',
    status: 'success',
    status_changed_at: deployment.createdAt,
    deployment_id: deployment.id,
    deployable_id: jobId,
    deployable_url: jobId === null ? null : `${webUrl}/-/jobs/${jobId}`,
    environment: environment.name,
    environment_slug: environment.slug,
    environment_tier: environment.tier,
    environment_external_url: environment.externalUrl,
    project: presentPayloadProject(project, named),
    ref: deployment.ref,
    short_sha: sha.slice(0, SHORT),
    user,
    user_url: user && `${baseUrl}/${user.username}`,
    commit_url: `${webUrl}/commit/${sha}`,
    commit_title: commit && titleOf(commit.message),
  };
}
