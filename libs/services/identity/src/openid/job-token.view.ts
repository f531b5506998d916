import type { TokenJob } from '@hearth/identity-contracts';

/**
 * Returns the claims of a job's id_tokens, without times and audience; ids and booleans are texts.
 * @param issuer scheme, host and port of this server
 */
export function presentJobClaims(job: TokenJob, issuer: string) {
  const { projectPath, ref, sha, user, environment, runnerId } = job;
  const branchOrTag = job.tag ? 'tag' : 'branch';
  const refType = job.fromFork ? 'merge_request' : branchOrTag;
  const refPath = job.fromFork ? ref : `refs/${job.tag ? 'tags' : 'heads'}/${ref}`;
  return {
    ...{ iss: issuer, sub: `project_path:${projectPath}:ref_type:${refType}:ref:${ref}` },
    namespace_id: String(job.namespaceId),
    namespace_path: projectPath.slice(0, projectPath.lastIndexOf('/')),
    project_id: String(job.projectId),
    project_path: projectPath,
    project_visibility: job.projectVisibility,
    ...(user && { user_id: String(user.id), user_login: user.username, user_email: user.email }),
    pipeline_id: String(job.pipelineId),
    pipeline_source: job.pipelineSource,
    job_id: String(job.id),
    ...{ ref, ref_type: refType, ref_path: refPath, ref_protected: String(job.protected) },
    ...(environment && environmentClaims(environment)),
    ...(runnerId !== null && { runner_id: runnerId }),
    runner_environment: 'self-hosted',
    sha,
    ci_config_ref_uri: `${new URL(issuer).host}/${projectPath}//${job.configPath}@${refPath}`,
    ci_config_sha: sha,
  };
}

function environmentClaims({ name, action, tier }: NonNullable<TokenJob['environment']>) {
  return {
    environment: name,
    ...(action !== null && { environment_action: action }),
    ...(tier !== null && { deployment_tier: tier }),
  };
}
