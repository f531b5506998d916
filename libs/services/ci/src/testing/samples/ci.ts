import type { Made, Samples, Target } from '@hearth/testing';
import { newJob, runningJob } from './jobs.js';

const firstPipeline = async ({ query, project }: Target): Promise<Made> => {
  const [row] = await query<{ id: number }>('select min(id) as id from ci.pipelines where project_id = $1', [project]);
  return { segments: { pipeline_id: Number(row!.id) } };
};

const firstRunner = async ({ query, project }: Target): Promise<Made> => {
  const [row] = await query<{ id: number }>('select min(runner_id) as id from ci.jobs where project_id = $1', [
    project,
  ]);
  return { segments: { id: Number(row!.id) } };
};

/** Makes a pipeline with a page of bridges, each with a child pipeline. */
const pipelineWithBridges = async ({ query, project, sha, user }: Target): Promise<Made> => {
  const [row] = await query<{ pipeline: number }>(
    `with parent as (
       insert into ci.pipelines (iid, project_id, ref, tag, sha, source)
       values (1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id')), $1, 'branch-1', false, $2, 'push') returning id),
     bridges as (
       insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id)
       select id, $1, 'bridge', 'branch-1', $2, 'test', 'bridge ' || place, 'success', $3
       from parent, generate_series(1, 100) place returning id, pipeline_id),
     children as (
       insert into ci.pipelines (iid, project_id, ref, tag, sha, source, upstream_job_id, upstream_pipeline_id, root_pipeline_id)
       select 1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id')), $1, 'branch-1', false, $2, 'parent_pipeline', id,
         pipeline_id, pipeline_id from bridges)
     select id as pipeline from parent`,
    [project, sha, user],
  );
  return { segments: { pipeline_id: Number(row!.pipeline) } };
};

/** Makes a resource group. */
const newResourceGroup = async ({ query, project, fresh }: Target): Promise<Made> => {
  const key = fresh();
  await query('insert into ci.resource_groups (project_id, key) values ($1, $2)', [project, key]);
  return { segments: { key } };
};

/** Makes a resource group that the first jobs of the project wait for. */
const waitedResourceGroup = async (target: Target): Promise<Made> => {
  const made = await newResourceGroup(target);
  await target.query(
    `update ci.jobs set status = 'waiting_for_resource', resource_group_id = (select id from ci.resource_groups where project_id = $1 and key = $2)
     where id in (select id from ci.jobs where project_id = $1 and kind = 'build' order by id limit 100)`,
    [target.project, made.segments!['key']],
  );
  return made;
};

/** Registers a runner of the target's project. @returns the path segments of the runner, and its token */
async function newRunner({ as, anonymous, project }: Target): Promise<Made & { readonly secret: string }> {
  const { runners_token: token } = await as.admin.read<{ runners_token: string }>(`/projects/${project}`);
  const made = (await anonymous.post('/runners', { token })).expect(201).json<{ id: number; token: string }>();
  return { segments: { id: made.id }, secret: made.token };
}

/** Makes a page of runners of the target's group. */
async function newGroupRunners({ query, group, fresh }: Target): Promise<Made> {
  await query('insert into ci.groups (id) values ($1) on conflict do nothing', [group]);
  await query(
    `insert into ci.runners (is_shared, group_id, token, token_lookup)
     select false, $1, 'x', $2 || n from generate_series(1, 100) n`,
    [group, fresh()],
  );
  return {};
}

/** Makes a runner of another project of the member. */
async function foreignRunner(target: Target): Promise<number> {
  const { as, anonymous, fresh } = target;
  const other = (await as.member.post('/projects', { name: fresh() })).expect(201).json<{ runners_token: string }>();
  const made = await anonymous.post('/runners', { token: other.runners_token });
  return made.expect(201).json<{ id: number }>().id;
}

async function newEnvironment({ as, project, fresh }: Target): Promise<Made> {
  const made = await as.admin.post(`/projects/${project}/environments`, { name: fresh() });
  return { segments: { environment_id: made.expect(201).json<{ id: number }>().id } };
}

async function newVariable({ as, project, fresh }: Target): Promise<Made> {
  const key = fresh().replace(/\W/g, '_');
  (await as.admin.post(`/projects/${project}/variables`, { key, value: 'text' })).expect(201);
  return { segments: { key } };
}

async function newInstanceVariable({ as, fresh }: Target): Promise<Made> {
  const key = fresh().replace(/\W/g, '_');
  (await as.admin.post('/admin/ci/variables', { key, value: 'text' })).expect(201);
  return { segments: { key } };
}

async function newGroupVariable({ as, group, fresh }: Target): Promise<Made> {
  const key = fresh().replace(/\W/g, '_');
  (await as.admin.post(`/groups/${group}/variables`, { key, value: 'text' })).expect(201);
  return { segments: { key } };
}

async function newSchedule({ as, project }: Target): Promise<Made> {
  const schedule = { description: 'nightly', ref: 'main', cron: '0 1 * * *' };
  const made = (await as.admin.post(`/projects/${project}/pipeline_schedules`, schedule)).expect(201);
  return { segments: { pipeline_schedule_id: made.json<{ id: number }>().id } };
}

async function newScheduleVariable(target: Target): Promise<Made> {
  const { segments } = await newSchedule(target);
  const at = `/projects/${target.project}/pipeline_schedules/${segments!['pipeline_schedule_id']}/variables`;
  (await target.as.admin.post(at, { key: 'COLOR', value: 'red' })).expect(201);
  return { segments: { ...segments, key: 'COLOR' } };
}

/** Makes a trigger. @returns the path segments of the trigger, and its token */
async function newTrigger({ as, project }: Target): Promise<Made & { readonly secret: string }> {
  const made = (await as.admin.post(`/projects/${project}/triggers`, { description: 'nightly' })).expect(201);
  const { id, token } = made.json<{ id: number; token: string }>();
  return { segments: { trigger_id: id }, secret: token };
}

/** Makes a branch with a configuration, and the token of a trigger that starts a pipeline of it. */
async function triggerRun(target: Target): Promise<{ ref: string; token: string; variables: object }> {
  const { secret: token } = await newTrigger(target);
  return { ...(await configuredBranch(target)), token, variables: { COLOR: 'red' } };
}

/** Makes enough rows for the largest page through the API: only the service itself can encrypt their contents. */
const fullPage =
  (table: string, make: (target: Target) => Promise<Made>, owner: 'project' | 'group' | 'instance' = 'project') =>
  async (target: Target): Promise<Made> => {
    const text = `select count(*)::int as count from ci.${table} where ${owner}_id = $1`;
    const id = owner === 'instance' ? 1 : target[owner];
    const [row] = await target.query<{ count: number }>(text, [id]);
    for (let count = row!.count; count < 100; count += 1) await make(target);
    return {};
  };

const firstDeployment = async ({ query, project }: Target): Promise<Made> => {
  const [row] = await query<{ id: number }>('select min(id) as id from ci.deployments where project_id = $1', [
    project,
  ]);
  return { segments: { deployment_id: Number(row!.id) } };
};

/** Makes a branch with a configuration. */
async function configuredBranch({ as, project, fresh }: Target): Promise<{ ref: string }> {
  const ref = fresh();
  const file = { branch: ref, start_branch: 'main', commit_message: 'Configure', content: 'test: {script: make}' };
  (await as.admin.post(`/projects/${project}/repository/files/.gitlab-ci.yml`, file)).expect(201);
  return { ref };
}

/** Makes a merge request from a branch whose jobs are for merge requests. */
async function configuredMergeRequest({ as, project, fresh }: Target): Promise<Made> {
  const branch = fresh();
  const content = 'test: {script: make, only: [merge_requests]}';
  const file = { branch, start_branch: 'main', commit_message: 'Configure', content };
  (await as.admin.post(`/projects/${project}/repository/files/.gitlab-ci.yml`, file)).expect(201);
  const opened = { source_branch: branch, target_branch: 'main', title: 'Configure' };
  const made = (await as.admin.post(`/projects/${project}/merge_requests`, opened)).expect(201);
  return { segments: { merge_request_iid: made.json<{ iid: number }>().iid } };
}

/** Makes a pipeline of the commit that the default branch is at. */
async function latestPipeline({ as, project }: Target): Promise<Made> {
  const { id: sha } = await as.admin.read<{ id: string }>(`/projects/${project}/repository/commits/main`);
  (await as.admin.post(`/projects/${project}/statuses/${sha}`, { state: 'success', ref: 'main' })).expect(201);
  return {};
}

/** Longest page. */
const PAGE = 100;

async function pipelineWithVariables(target: Target): Promise<Made> {
  const variables = Array.from({ length: PAGE }, (_, n) => ({ key: `COLOR_${n}`, value: 'red' }));
  const body = { ...(await configuredBranch(target)), variables };
  const made = (await target.as.admin.post(`/projects/${target.project}/pipeline`, body)).expect(201);
  return { segments: { pipeline_id: made.json<{ id: number }>().id } };
}

/** Makes a schedule of a branch with a configuration. */
async function playableSchedule(target: Target): Promise<Made> {
  const schedule = { ...(await configuredBranch(target)), description: 'nightly', cron: '0 1 * * *' };
  const made = await target.as.admin.post(`/projects/${target.project}/pipeline_schedules`, schedule);
  return { segments: { pipeline_schedule_id: made.expect(201).json<{ id: number }>().id } };
}

/** Makes a schedule that has created the pipelines of the project. */
async function scheduleWithPipelines(target: Target): Promise<Made> {
  const made = await newSchedule(target);
  await target.query('update ci.pipelines set schedule_id = $2 where project_id = $1', [
    target.project,
    made.segments!['pipeline_schedule_id'],
  ]);
  return made;
}

export const CI: Samples = {
  'POST /projects/:id/ci/lint': { body: () => ({ content: 'test: {script: make}', dry_run: true }) },
  'POST /ci/lint': { body: () => ({ content: 'test: {script: make}' }) },
  'GET /templates/gitlab_ci_ymls': { short: 'there are few templates' },
  'GET /templates/gitlab_ci_ymls/:key': { segments: () => ({ key: 'Branch-Pipelines' }) },
  'GET /projects/:id/templates/gitlab_ci_ymls': { short: 'there are few templates' },
  'GET /projects/:id/templates/gitlab_ci_ymls/:name': { segments: () => ({ name: 'Branch-Pipelines' }) },
  'POST /runners': {
    body: async ({ as, project }) => {
      const { runners_token: token } = await as.admin.read<{ runners_token: string }>(`/projects/${project}`);
      return { token };
    },
  },
  'DELETE /runners': { body: async (target) => ({ token: (await newRunner(target)).secret }) },
  'POST /runners/verify': { body: async (target) => ({ token: (await newRunner(target)).secret }) },
  'GET /runners/router/discovery': {
    before: async (target) => ({ headers: { 'runner-token': (await newRunner(target)).secret } }),
    status: 501,
  },
  'DELETE /runners/managers': {
    body: async (target) => ({ token: (await newRunner(target)).secret, system_id: 's_1' }),
  },
  'POST /runners/reset_authentication_token': {
    body: async (target) => ({ token: (await newRunner(target)).secret }),
  },
  'POST /runners/:id/reset_authentication_token': { before: newRunner },
  'GET /runners': { short: 'the runners of own projects, which the admin does not have' },
  'GET /runners/:id': { before: newRunner },
  'GET /runners/:id/jobs': { before: firstRunner },
  'PUT /runners/:id': { before: newRunner, body: () => ({ description: 'changed' }) },
  'POST /user/runners': { body: ({ project }) => ({ runner_type: 'project_type', project_id: project }) },
  'GET /groups/:id/runners': { before: newGroupRunners },
  'DELETE /runners/:id': { before: newRunner },
  'POST /projects/:id/runners': { body: async (target) => ({ runner_id: await foreignRunner(target) }) },
  'DELETE /projects/:id/runners/:runner_id': {
    before: async (target) => {
      const runner_id = await foreignRunner(target);
      (await target.as.admin.post(`/projects/${target.project}/runners`, { runner_id })).expect(201);
      return { segments: { runner_id } };
    },
  },
  'GET /projects/:id/deployments/:deployment_id': { before: firstDeployment },
  'GET /job': { before: runningJob },
  'GET /projects/:id/resource_groups/:key': { before: newResourceGroup },
  'PUT /projects/:id/resource_groups/:key': {
    before: newResourceGroup,
    body: () => ({ process_mode: 'oldest_first' }),
  },
  'GET /projects/:id/resource_groups/:key/upcoming_jobs': { before: waitedResourceGroup },
  'GET /projects/:id/environments/:environment_id': {
    before: async ({ query, project }) => {
      const text = 'select min(environment_id) as id from ci.deployments where project_id = $1';
      const [row] = await query<{ id: number }>(text, [project]);
      return { segments: { environment_id: Number(row!.id) } };
    },
  },
  'POST /projects/:id/environments': { body: ({ fresh }) => ({ name: fresh() }) },
  'PUT /projects/:id/environments/:environment_id': {
    before: newEnvironment,
    body: ({ fresh }) => ({ name: fresh(), external_url: 'https://example.com' }),
  },
  'DELETE /projects/:id/environments/:environment_id': { before: newEnvironment },
  'POST /projects/:id/environments/:environment_id/stop': { before: newEnvironment },
  'GET /admin/ci/variables': { before: fullPage('variables', newInstanceVariable, 'instance') },
  'GET /admin/ci/variables/:key': { before: newInstanceVariable },
  'POST /admin/ci/variables': { body: ({ fresh }) => ({ key: fresh().replace(/\W/g, '_'), value: 'text' }) },
  'PUT /admin/ci/variables/:key': { before: newInstanceVariable, body: () => ({ value: 'changed' }) },
  'DELETE /admin/ci/variables/:key': { before: newInstanceVariable },
  'GET /projects/:id/variables': { before: fullPage('variables', newVariable) },
  'GET /projects/:id/variables/:key': { before: newVariable },
  'POST /projects/:id/variables': {
    body: ({ fresh }) => ({ key: fresh().replace(/\W/g, '_'), value: 'text', protected: true }),
  },
  'PUT /projects/:id/variables/:key': { before: newVariable, body: () => ({ value: 'changed' }) },
  'DELETE /projects/:id/variables/:key': { before: newVariable },
  'GET /groups/:id/variables': { before: fullPage('variables', newGroupVariable, 'group') },
  'GET /groups/:id/variables/:key': { before: newGroupVariable },
  'POST /groups/:id/variables': { body: ({ fresh }) => ({ key: fresh().replace(/\W/g, '_'), value: 'text' }) },
  'PUT /groups/:id/variables/:key': { before: newGroupVariable, body: () => ({ value: 'changed' }) },
  'DELETE /groups/:id/variables/:key': { before: newGroupVariable },
  'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id': { before: newScheduleVariable },
  'POST /projects/:id/pipeline_schedules': {
    body: () => ({ description: 'nightly', ref: 'main', cron: '0 1 * * *', cron_timezone: 'Europe/Berlin' }),
  },
  'PUT /projects/:id/pipeline_schedules/:pipeline_schedule_id': {
    before: newSchedule,
    body: () => ({ cron: '0 2 * * *' }),
  },
  'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/play': { before: playableSchedule },
  'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines': { before: scheduleWithPipelines },
  'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership': { before: newSchedule },
  'DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id': { before: newScheduleVariable },
  'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables': {
    before: newSchedule,
    body: () => ({ key: 'COLOR', value: 'red' }),
  },
  'PUT /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key': {
    before: newScheduleVariable,
    body: () => ({ value: 'green' }),
  },
  'DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key': { before: newScheduleVariable },
  'GET /projects/:id/triggers': { before: fullPage('triggers', newTrigger) },
  'GET /projects/:id/triggers/:trigger_id': { before: newTrigger },
  'POST /projects/:id/triggers': { body: () => ({ description: 'nightly' }) },
  'PUT /projects/:id/triggers/:trigger_id': { before: newTrigger, body: ({ fresh }) => ({ description: fresh() }) },
  'POST /projects/:id/triggers/:trigger_id/take_ownership': { before: newTrigger },
  'DELETE /projects/:id/triggers/:trigger_id': { before: newTrigger },
  'POST /projects/:id/trigger/pipeline': { body: triggerRun },
  'POST /projects/:id/ref/:ref/trigger/pipeline': {
    before: async (target) => ({ segments: { ref: (await configuredBranch(target)).ref } }),
    body: async (target) => ({ token: (await newTrigger(target)).secret }),
  },
  'POST /projects/:id/statuses/:sha': { body: ({ fresh }) => ({ state: 'success', ref: 'main', name: fresh() }) },
  'POST /jobs/request': {
    body: async (target) => {
      await newJob('pending')(target);
      return { token: (await newRunner(target)).secret };
    },
  },
  'PUT /jobs/:id': { before: runningJob, body: () => ({ state: 'success' }) },
  'PATCH /jobs/:id/trace': { before: runningJob, body: () => ({ text: 'of the job' }) },
  'GET /projects/:id/jobs/:job_id/trace': { before: newJob('success') },
  'GET /-/project/:id/jobs/:job_id/raw': { segments: ({ project }) => ({ id: project }), before: newJob('success') },
  'GET /-/project/:id/jobs/:job_id/trace': {
    segments: ({ project }) => ({ id: project }),
    before: newJob('success'),
    query: { offset: 0, line: 1 },
  },
  'POST /projects/:id/jobs/:job_id/erase': {
    before: async (target) => {
      const made = await newJob('success')(target);
      await target.query('update ci.jobs set trace_size = 1 where id = $1', [made.segments!['job_id']]);
      return made;
    },
  },
  'GET /projects/:id/jobs': { query: { scope: 'success' } },
  'GET /projects/:id/jobs/:job_id': { before: newJob('success') },
  'POST /projects/:id/jobs/:job_id/cancel': { before: newJob('pending') },
  'POST /projects/:id/jobs/:job_id/play': { before: newJob('manual', 'manual') },
  'POST /projects/:id/jobs/:job_id/retry': { before: newJob('failed') },
  'GET /projects/:id/pipelines/:pipeline_id/jobs': { before: firstPipeline },
  'POST /projects/:id/pipelines/:pipeline_id/cancel': { before: newJob('pending') },
  'PUT /projects/:id/pipelines/:pipeline_id/metadata': { before: firstPipeline, body: () => ({ name: 'Nightly' }) },
  'POST /projects/:id/pipelines/:pipeline_id/retry': { before: newJob('failed') },
  'POST /projects/:id/merge_requests/:merge_request_iid/pipelines': { before: configuredMergeRequest },
  'POST /projects/:id/pipeline': { body: configuredBranch },
  'GET /projects/:id/pipelines/:pipeline_id': { before: firstPipeline },
  'POST /projects/:id/environments/stop_stale': {
    body: () => ({ before: new Date(Date.now() - 30 * 86_400_000).toISOString() }),
  },
  'GET /projects/:id/pipelines/latest': { before: latestPipeline },
  'GET /projects/:id/pipelines/:pipeline_id/variables': { before: pipelineWithVariables },
  'GET /projects/:id/pipelines/:pipeline_id/bridges': { before: pipelineWithBridges },
  'DELETE /projects/:id/pipelines/:pipeline_id': { before: newJob('success') },
};
