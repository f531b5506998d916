import type { BuildVariable } from '../builds/builds.store.js';
import { listed, slug } from '../pipelines/variables.rules.js';
import type { JobPayload } from './job-payload.facts.js';

/** The release of the API that runners and scripts are told. */
const VERSION = '10.4.0';
const NO_SHA = '0'.repeat(40);
const ENVIRONMENT = new Set(['CI_ENVIRONMENT_NAME', 'CI_ENVIRONMENT_SLUG', 'CI_ENVIRONMENT_URL']);

/** The variables of a job: what is known of it, those of its configuration, those of groups, project and pipeline, those of its environment; later ones win. */
export function variablesOf(payload: JobPayload, baseUrl: string): BuildVariable[] {
  const { build, secrets, token } = payload;
  const isOfEnvironment = ({ key }: BuildVariable) => build.options.environment && ENVIRONMENT.has(key);
  return [
    ...listed(serverVariables()),
    ...listed(jobVariables(payload)),
    { key: 'CI_JOB_TOKEN', value: token, public: false },
    { key: 'CI_BUILD_TOKEN', value: token, public: false },
    { key: 'CI_REPOSITORY_URL', value: repositoryUrl(payload, baseUrl), public: false },
    ...listed(projectVariables(payload, baseUrl)),
    ...listed(personVariables(payload)),
    ...build.variables.filter((variable) => !isOfEnvironment(variable)),
    ...secrets,
    ...build.variables.filter(isOfEnvironment),
  ];
}

/** Where the runner fetches the repository, with the credentials of the job. */
export function repositoryUrl({ project, token }: JobPayload, baseUrl: string): string {
  const url = new URL(`${baseUrl}/${project.fullPath}.git`);
  url.username = 'gitlab-ci-token';
  url.password = token;
  return url.toString();
}

/** The commit that the branch pointed at before. */
export function beforeShaOf({ build }: JobPayload): string {
  return build.beforeSha ?? NO_SHA;
}

function serverVariables(): Record<string, string> {
  return {
    ...{ CI: 'true', GITLAB_CI: 'true', CI_SERVER_NAME: 'GitLab', CI_SERVER_VERSION: VERSION },
    CI_SERVER_REVISION: '',
  };
}

function jobVariables({ build }: JobPayload): Record<string, string> {
  const { id, name, stage, sha, ref, tag, when, pipelineId, source, runnerId } = build;
  return {
    ...{
      CI_JOB_ID: String(id),
      CI_JOB_NAME: name,
      CI_JOB_STAGE: stage,
      ...(when === 'manual' && { CI_JOB_MANUAL: 'true' }),
    },
    ...{
      CI_COMMIT_SHA: sha,
      CI_COMMIT_REF_NAME: ref,
      CI_COMMIT_REF_SLUG: slug(ref),
      ...(tag && { CI_COMMIT_TAG: ref }),
    },
    ...{ CI_PIPELINE_ID: String(pipelineId), CI_PIPELINE_SOURCE: source },
    ...(source === 'trigger' && { CI_PIPELINE_TRIGGERED: 'true' }),
    ...{ CI_RUNNER_ID: String(runnerId ?? ''), CI_RUNNER_DESCRIPTION: build.runnerDescription ?? '' },
    CI_RUNNER_TAGS: (build.runnerTags ?? []).join(', '),
    ...{ CI_BUILD_ID: String(id), CI_BUILD_NAME: name, CI_BUILD_STAGE: stage, CI_BUILD_REF: sha },
    ...{ CI_BUILD_BEFORE_SHA: build.beforeSha ?? NO_SHA, CI_BUILD_REF_NAME: ref, CI_BUILD_REF_SLUG: slug(ref) },
    ...(tag && { CI_BUILD_TAG: ref }),
  };
}

function projectVariables({ project }: JobPayload, baseUrl: string): Record<string, string> {
  const { id, path, fullPath } = project;
  return {
    ...{
      CI_PROJECT_ID: String(id),
      CI_PROJECT_NAME: path,
      CI_PROJECT_PATH: fullPath,
      CI_PROJECT_PATH_SLUG: slug(fullPath),
    },
    CI_PROJECT_NAMESPACE: fullPath.slice(0, fullPath.lastIndexOf('/')),
    CI_PROJECT_URL: `${baseUrl}/${fullPath}`,
    CI_PROJECT_VISIBILITY: project.visibility,
  };
}

function personVariables({ user }: JobPayload): Record<string, string> {
  if (!user) return {};
  const { id, email = '', username, name } = user;
  return { GITLAB_USER_ID: String(id), GITLAB_USER_EMAIL: email, GITLAB_USER_LOGIN: username, GITLAB_USER_NAME: name };
}
