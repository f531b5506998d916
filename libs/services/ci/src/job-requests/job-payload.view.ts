import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import { FAILURE_REASONS } from '../builds/build-status.rules.js';
import { FILE_FORMATS, FILE_TYPES, REPORT_TYPES, formatOf, reportName } from '../artifacts/file-types.js';
import type { BuildArtifacts, BuildCache, BuildImage } from '../builds/build-options.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import { CREATED_PREFIX } from '../runners/runner-token.js';
import type { JobPayload } from './job-payload.facts.js';
import { isFromFork } from '../pipelines/merge-request-variables.rules.js';
import { listed, NO_SHA, repositoryUrl } from '../pipelines/predefined.rules.js';
import { runOf, variablesFor } from './job-variables.rules.js';
import { releaseCommand } from './release-step.rules.js';

const Step = z.strictObject({
  name: z.enum(['script', 'release', 'after_script']),
  script: z.array(z.string()),
  timeout: z.int(),
  when: z.enum(['on_success', 'always']),
  allow_failure: z.boolean(),
});

const texts = () => z.array(z.string()).readonly().nullish();
const Image = z.strictObject({
  name: z.string(),
  entrypoint: texts(),
  pull_policy: z.array(z.string()).optional().describe('When the runner pulls the image; the first that it may use'),
  executor_opts: z
    .strictObject({
      docker: z
        .strictObject({ platform: z.string().optional(), user: z.string().optional() })
        .optional()
        .describe('Options of the Docker executor'),
      kubernetes: z
        .strictObject({ user: z.string().optional() })
        .optional()
        .describe('Options of the Kubernetes executor'),
    })
    .optional()
    .describe('Settings of the container'),
});
const Service = Image.extend({
  command: texts(),
  alias: z.string().nullish(),
  variables: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
});
const Hook = z.strictObject({ name: z.literal('pre_get_sources_script'), script: z.array(z.string()) });
const Artifact = z.strictObject({
  name: z.string().nullable(),
  untracked: z.boolean(),
  paths: z.array(z.string()),
  exclude: z.array(z.string()).optional().describe('Files that are left out'),
  when: z.enum(['on_success', 'on_failure', 'always']),
  expire_in: z.string().nullable(),
  artifact_type: z.enum(FILE_TYPES),
  artifact_format: z.enum(FILE_FORMATS),
});
const Cache = z.strictObject({
  key: z.string(),
  untracked: z.boolean(),
  paths: z.array(z.string()),
  policy: z.string().describe('`pull-push`, `push`, `pull`, or a variable with one of these'),
  when: z.enum(['on_success', 'on_failure', 'always']).optional().describe('Result of the job with which it is saved'),
  fallback_keys: z.array(z.string()).optional().describe('Keys of caches that are restored without one of the key'),
});
/** `file`, `masked` and `raw` are for current runners, which mask values before they send a trace. */
const Variable = z.strictObject({
  key: z.string(),
  value: z.string(),
  public: z.boolean(),
  file: z.boolean(),
  masked: z.boolean(),
  raw: z.boolean(),
});

/** Shorter values, in UTF-16 units, would hide half of a job's output. */
const LEAST_MASKED = 8;

/** Job as runners decode it: strictly by the types of their language. */
export const JobPayloadView = z.strictObject({
  id: z.int(),
  token: secretText(),
  allow_git_fetch: z.boolean(),
  job_info: z.strictObject({
    name: z.string(),
    stage: z.string(),
    pipeline_id: z.int(),
    project_id: z.int(),
    project_name: z.string(),
    project_full_path: z.string(),
    time_in_queue_seconds: z.number().describe('For the metrics of the runner'),
  }),
  git_info: z.strictObject({
    repo_url: z.string(),
    ref: z.string(),
    sha: z.string(),
    before_sha: z.string(),
    ref_type: z.enum(['branch', 'tag']),
    refspecs: z.array(z.string()),
    depth: z.int(),
    protected: z.boolean(),
  }),
  runner_info: z.strictObject({ timeout: z.int() }),
  variables: z.array(Variable),
  steps: z.array(Step),
  hooks: z.array(Hook).describe('Commands beside the steps'),
  image: Image.nullable(),
  services: z.array(Service),
  artifacts: z.array(Artifact),
  cache: z.array(Cache),
  credentials: z.array(z.never()),
  dependencies: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      token: secretText(),
      artifacts_file: z.strictObject({ filename: z.string(), size: z.int() }),
    }),
  ),
  features: z.strictObject({
    trace_sections: z.boolean(),
    token_mask_prefixes: z.array(z.string()),
    failure_reasons: z.array(z.string()),
  }),
});
export type JobPayloadView = z.output<typeof JobPayloadView>;

/** @param baseUrl scheme, host and port that the runner used */
export function presentJobPayload(payload: JobPayload, baseUrl: string): JobPayloadView {
  const { build, project, token } = payload;
  const { options } = build;
  const variables = variablesFor(payload, baseUrl);
  return {
    id: build.id,
    token,
    allow_git_fetch: true,
    job_info: {
      ...{ name: build.name, stage: build.stage, pipeline_id: build.pipelineId },
      ...{ project_id: project.id, project_name: project.path, project_full_path: project.fullPath },
      time_in_queue_seconds: build.secondsInQueue ?? 0,
    },
    git_info: gitInfo(payload, baseUrl, depthIn(variables)),
    runner_info: { timeout: build.timeoutSeconds },
    variables: variables.map(({ key, value, public: isPublic, file = false, raw = false }) => ({
      ...{ key, value, public: isPublic, file, masked: !isPublic && value.length >= LEAST_MASKED, raw },
    })),
    steps: stepsOf(payload),
    hooks: hooksOf(options),
    image: options.image ? imageOf(options.image) : null,
    services: (options.services ?? []).map(serviceOf),
    // Without a storage, the upload would fail the job.
    artifacts: options.artifacts && payload.uploads ? artifactsOf(options.artifacts) : [],
    cache: (options.caches ?? (options.cache ? [options.cache] : [])).map((cache) => cacheOf(cache, build.protected)),
    credentials: [],
    dependencies: payload.dependencies.found.map(({ id, name, filename, size }) => ({
      ...{ id, name, token },
      artifacts_file: { filename, size },
    })),
    features: {
      ...{ trace_sections: true, token_mask_prefixes: [CREATED_PREFIX], failure_reasons: [...FAILURE_REASONS] },
    },
  };
}

function imageOf({ name, entrypoint, pullPolicies, docker, kubernetes }: BuildImage): z.output<typeof Image> {
  return {
    name,
    ...(entrypoint !== undefined && { entrypoint }),
    ...(pullPolicies && { pull_policy: [...pullPolicies] }),
    ...((docker ?? kubernetes) && { executor_opts: { ...(docker && { docker }), ...(kubernetes && { kubernetes }) } }),
  };
}

function serviceOf({ command, alias, variables, ...image }: BuildImage): z.output<typeof Service> {
  return {
    ...imageOf(image),
    ...(command !== undefined && { command }),
    ...(alias !== undefined && { alias }),
    ...(variables && { variables: listed(variables).map(({ key, value }) => ({ key, value })) }),
  };
}

/** Jobs of protected refs have caches of their own: another job must not change what they restore. */
function cacheOf(cache: BuildCache, isProtected: boolean): z.output<typeof Cache> {
  const { key, untracked, paths, policy, when, fallbackKeys, unprotect } = cache;
  const suffix = isProtected && !unprotect ? 'protected' : 'non_protected';
  return {
    ...{ key: `${key}-${suffix}`, untracked, paths: [...paths], policy },
    ...(when && { when }),
    ...(fallbackKeys && { fallback_keys: fallbackKeys.map((each) => `${each}-${suffix}`) }),
  };
}

function hooksOf({ hooks }: JobPayload['build']['options']): z.output<typeof Hook>[] {
  const script = hooks?.preGetSourcesScript;
  return script ? [{ name: 'pre_get_sources_script', script: [...script] }] : [];
}

/**
 * Reports are uploaded whatever the result of the job is, and before the archive: runners before 11.2 upload each of them as the archive, and the
 * last one counts.
 */
function artifactsOf(artifacts: BuildArtifacts): z.output<typeof Artifact>[] {
  const { paths, untracked, expireIn, reports = {} } = artifacts;
  const types = REPORT_TYPES.filter((type) => reports[type]?.length);
  return [
    ...types.map((type) => ({
      ...{ name: reportName(type), untracked: false, paths: [...reports[type]!], when: 'always' as const },
      ...{ expire_in: expireIn, artifact_type: type, artifact_format: formatOf(type) },
    })),
    ...(untracked || paths.length > 0 ? [archiveOf(artifacts)] : []),
  ];
}

function archiveOf({ name, untracked, paths, exclude, when, expireIn }: BuildArtifacts): z.output<typeof Artifact> {
  return {
    ...{ name, untracked, paths: [...paths] },
    ...(exclude && { exclude: [...exclude] }),
    ...{ when, expire_in: expireIn, artifact_type: 'archive', artifact_format: 'zip' },
  };
}

/** Returns the number of commits that a job fetches; 0 for all. */
function depthIn(variables: readonly BuildVariable[]): number {
  const value = variables.findLast(({ key }) => key === 'GIT_DEPTH')?.value ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

/** A job that fetches the whole history also gets every tag, so that its commit can be described by the last one. */
function gitInfo(payload: JobPayload, baseUrl: string, depth: number): JobPayloadView['git_info'] {
  const { sha, ref, tag, beforeSha, protected: isProtected } = payload.build;
  const branches = tag ? [] : [branchRefspec(payload.build)];
  const tags = depth === 0 ? ['+refs/tags/*:refs/tags/*'] : tag ? [`+refs/tags/${ref}:refs/tags/${ref}`] : [];
  return {
    repo_url: repositoryUrl(payload.project, runOf(payload, baseUrl)),
    ...{ ref, sha, before_sha: beforeSha ?? NO_SHA, ref_type: tag ? 'tag' : 'branch' },
    ...{ refspecs: [...branches, ...tags], depth, protected: isProtected },
  };
}

/** A merge is fetched by its id: once another one is tried, no ref reaches it. */
function branchRefspec({ sha, ref, mergeRequest }: JobPayload['build']): string {
  if (!mergeRequest || isFromFork(mergeRequest)) return `+refs/heads/${ref}:refs/remotes/origin/${ref}`;
  return `+${mergeRequest.merged ? sha : ref}:${ref}`;
}

function stepsOf({ build: { options, timeoutSeconds: timeout } }: JobPayload): z.output<typeof Step>[] {
  const { script = [], afterScript = [], release } = options;
  const onSuccess = { timeout, when: 'on_success', allow_failure: false } as const;
  const always = { timeout, when: 'always', allow_failure: true } as const;
  return [
    { name: 'script', script: [...script], ...onSuccess },
    ...(release ? [{ name: 'release' as const, script: [releaseCommand(release)], ...onSuccess }] : []),
    ...(afterScript.length > 0 ? [{ name: 'after_script' as const, script: [...afterScript], ...always }] : []),
  ];
}
