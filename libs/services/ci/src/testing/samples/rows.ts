import type { Target } from '@hearth/testing';

/** A pipeline of each branch, many of `topic`; the first one has a status of each user. */
export function rows({ project, sha, topic, user }: Target, amount: number): string[] {
  const each = `generate_series(1, ${amount}) n`;
  // Above the numbers that the service gives.
  const iid = `1000000 + nextval(pg_get_serial_sequence('ci.pipelines', 'id'))`;
  return [
    `insert into ci.projects (id) values (${project})`,
    `insert into ci.pipelines (iid, project_id, ref, tag, sha, source, status, user_id)
     select ${iid}, ${project}, 'branch-' || n, false, '${sha}', 'external', 'success', ${user} + n - 1 from ${each}`,
    `insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id)
     select (select min(id) from ci.pipelines where project_id = ${project}), ${project}, 'external', 'branch-1', '${sha}',
       'external', 'status-' || n, 'success', ${user} + n - 1 from ${each}`,
    `insert into ci.pipeline_schedules (project_id, owner_id, description, ref, cron, cron_timezone, active, next_run_at)
     select ${project}, ${user} + n - 1, 'nightly', 'main', '0 1 * * *', 'UTC', false, now() from ${each}`,
    `insert into ci.environments (project_id, name, slug) select ${project}, 'review-' || n, 'review-' || n from ${each}`,
    `insert into ci.resource_groups (project_id, key) select ${project}, 'group-' || n from ${each}`,
    `with made as (
       insert into ci.runners (is_shared, token, token_lookup) select false, 'x', ${project} || ' ' || n from ${each} returning id)
     insert into ci.runner_projects (runner_id, project_id) select id, ${project} from made`,
    `insert into ci.jobs (pipeline_id, project_id, kind, ref, sha, stage, name, status, user_id, runner_id)
     select (select min(id) from ci.pipelines where project_id = ${project}), ${project}, 'build', 'branch-1', '${sha}',
       'test', 'job-' || n, 'success', ${user} + n - 1, (select min(runner_id) from ci.runner_projects where project_id = ${project})
     from ${each}`,
    `insert into ci.deployments (project_id, iid, environment_id, job_id, ref, tag, sha, user_id)
     select project_id, row_number() over (order by id), (select min(id) from ci.environments where project_id = ${project}),
       id, ref, tag, sha, user_id from ci.jobs where project_id = ${project} and kind = 'build' limit ${amount}`,
    `insert into ci.pipelines (iid, project_id, ref, tag, sha, source, status)
     select ${iid}, ${project}, 'topic', false, '${topic}', 'external', 'success' from ${each}`,
  ];
}
