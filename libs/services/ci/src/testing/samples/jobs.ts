import type { Made, Target } from '@hearth/testing';

/** Makes a job of a pipeline of its own. */
export const newJob =
  (status: string, when = 'on_success') =>
  async ({ query, project, sha, user }: Target): Promise<Made> => {
    const [row] = await query<{ id: number; pipeline: number }>(
      `with made as (
         insert into ci.pipelines (iid, project_id, ref, tag, sha, source)
         values (1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id')), $1, 'branch-1', false, $2, 'push') returning id)
       insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, "when", user_id, runner_id)
       select id, $1, 'build', 'branch-1', $2, 'test', 'unit', $3, $4, $5,
         (select min(runner_id) from ci.runner_projects where project_id = $1) from made returning id, pipeline_id as pipeline`,
      [project, sha, status, when, user],
    );
    return { segments: { job_id: Number(row!.id), pipeline_id: Number(row!.pipeline) } };
  };

/** Makes a running job, with the token of its runner. */
export const runningJob = async (target: Target): Promise<Made> => {
  const made = await newJob('running')(target);
  const token = target.fresh();
  await target.query(`update ci.jobs set token_hash = encode(sha256($2::text::bytea), 'hex') where id = $1`, [
    made.segments!['job_id'],
    token,
  ]);
  const headers = { 'job-token': token, 'content-range': '0-9' };
  return { segments: { id: made.segments!['job_id']! }, headers };
};
