import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import { FAILURE_REASONS } from '../builds/build-status.rules.js';
import type { JobPayload } from './job-payload.facts.js';
import { CONFIG_PATH, NO_SHA, repositoryUrl, variablesOf, type RunContext } from '../pipelines/variables.rules.js';

const Step = z.strictObject({
  name: z.enum(['script', 'after_script']),
  script: z.array(z.string()),
  timeout: z.int(),
  when: z.enum(['on_success', 'always']),
  allow_failure: z.boolean(),
});

/** An image or service, a cache: in the fields of the configuration. */
const Fields = z.record(z.string(), z.unknown());

/** A job as runners decode it: strictly by the types of their language. */
export const JobPayloadView = z.strictObject({
  id: z.int(),
  token: secretText(),
  allow_git_fetch: z.boolean(),
  job_info: z.strictObject({ name: z.string(), stage: z.string(), project_id: z.int(), project_name: z.string() }),
  git_info: z.strictObject({
    repo_url: z.string(),
    ref: z.string(),
    sha: z.string(),
    before_sha: z.string(),
    ref_type: z.enum(['branch', 'tag']),
    refspecs: z.array(z.string()),
    depth: z.int(),
  }),
  runner_info: z.strictObject({ timeout: z.int() }),
  variables: z.array(z.strictObject({ key: z.string(), value: z.string(), public: z.boolean() })),
  steps: z.array(Step),
  image: Fields.nullable(),
  services: z.array(Fields),
  artifacts: z.array(Fields),
  cache: z.array(Fields),
  credentials: z.array(Fields),
  dependencies: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      token: secretText(),
      artifacts_file: z.strictObject({ filename: z.string(), size: z.int() }),
    }),
  ),
  features: z.strictObject({ trace_sections: z.boolean(), failure_reasons: z.array(z.string()) }),
});
export type JobPayloadView = z.output<typeof JobPayloadView>;

/** @param baseUrl scheme, host and port that the runner used */
export function presentJobPayload(payload: JobPayload, baseUrl: string): JobPayloadView {
  const { build, project, token } = payload;
  const { options } = build;
  return {
    id: build.id,
    token,
    allow_git_fetch: true,
    job_info: { name: build.name, stage: build.stage, project_id: project.id, project_name: project.path },
    git_info: gitInfo(payload, baseUrl),
    runner_info: { timeout: build.timeoutSeconds },
    variables: variablesFor(payload, baseUrl).map(({ key, value, public: isPublic }) => ({
      ...{ key, value, public: isPublic },
    })),
    steps: stepsOf(payload),
    image: options.image ?? null,
    services: [...(options.services ?? [])],
    // Where nobody takes them the upload would fail the job.
    artifacts: options.artifacts && payload.uploads ? [options.artifacts] : [],
    cache: options.cache ? [options.cache] : [],
    credentials: [],
    dependencies: payload.dependencies.map(({ id, name, filename, size }) => ({
      ...{ id, name, token },
      artifacts_file: { filename, size },
    })),
    features: { trace_sections: true, failure_reasons: [...FAILURE_REASONS] },
  };
}

function variablesFor(payload: JobPayload, baseUrl: string) {
  const { build, project, user, secrets } = payload;
  const { configPath, pipelineId, options, variables: configured } = build;
  const context = { project, user, job: build, run: runOf(payload, baseUrl) };
  const pipeline = { ...build, id: pipelineId, configPath: configPath ?? CONFIG_PATH };
  return variablesOf({ ...context, pipeline }, { configured, secrets, environment: options.environment ?? null });
}

function runOf({ build, token }: JobPayload, baseUrl: string): RunContext {
  const { id, runnerId, runnerDescription: description, runnerTags } = build;
  return { id, token, baseUrl, runner: { id: runnerId, description, tags: runnerTags ?? [] } };
}

function gitInfo(payload: JobPayload, baseUrl: string): JobPayloadView['git_info'] {
  const { sha, ref, tag, beforeSha } = payload.build;
  const branch = `+refs/heads/${ref}:refs/remotes/origin/${ref}`;
  return {
    repo_url: repositoryUrl(payload.project, runOf(payload, baseUrl)),
    ...{ ref, sha, before_sha: beforeSha ?? NO_SHA, ref_type: tag ? 'tag' : 'branch' },
    refspecs: [tag ? `+refs/tags/${ref}:refs/tags/${ref}` : branch],
    depth: 0,
  };
}

function stepsOf({ build: { options, timeoutSeconds: timeout } }: JobPayload): z.output<typeof Step>[] {
  const { script = [], afterScript = [] } = options;
  const always = { timeout, when: 'always', allow_failure: true } as const;
  return [
    { name: 'script', script: [...script], timeout, when: 'on_success', allow_failure: false },
    ...(afterScript.length > 0 ? [{ name: 'after_script' as const, script: [...afterScript], ...always }] : []),
  ];
}
