import { Runner } from '../clients/gitlab-runner.js';
import { ARCHIVE } from '../clients/archive.js';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';

const ENDED = 4;
const OTHERS = 6;

/** Makes a runner of a project or a group. */
export async function newRunner(
  of: { readonly project_id: number } | { readonly group_id: number },
): Promise<{ readonly id: number; readonly token: string }> {
  const type = 'group_id' in of ? 'group_type' : 'project_type';
  const made = await hearth.root.post('/user/runners', { runner_type: type, ...of });
  return made.expect(201).json<{ id: number; token: string }>();
}

/**
 * Makes jobs of a project: some that have ended, with artifacts and traces, a running one, and others that wait or are manual. Half of the runners
 * whose tokens are used and ended belong to a group.
 */
export async function makeJobs(
  project: number,
  group: number,
  from: string,
): Promise<Record<string, (string | number)[]>> {
  const at = `/projects/${project}`;
  const runner = await Runner.ofProject(hearth.root, at, '10.3');
  const branch = { branch: uniqueName('jobs'), start_branch: from, commit_message: 'Configure' };
  const file = { ...branch, content: configuration() };
  (await hearth.root.post(`${at}/repository/files/.gitlab-ci.yml`, file)).expect(201);
  for (let count = 0; count < ENDED; count++) {
    const job = await runner.take();
    const answers = [await runner.write(job, 0, 'text\n'), await runner.upload(job, ARCHIVE)];
    answers.push(await runner.report(job, 'success', 'text\n'));
    expect(answers.map(({ status }) => status)).toEqual([202, 201, 200]);
  }
  const running = await runner.take();
  const jobs = await hearth.root.read<{ id: number; pipeline: { id: number } }[]>(`${at}/jobs?per_page=100`);
  const created: string[] = [];
  for (let count = 0; count < OTHERS; count++)
    for (const of of [{ project_id: project }, { group_id: group }]) created.push((await newRunner(of)).token);
  return {
    job_id: jobs.map(({ id }) => id),
    artifact_path: ['out/a.txt'],
    jobs: [running.id],
    'job token': [running.token],
    'runner tokens': created,
    pipeline_id: [...new Set(jobs.map(({ pipeline }) => pipeline.id))],
  };
}

function configuration(): string {
  const several = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));
  return [
    ...several(ENDED, (n) => `ended-${n}: {script: [a], artifacts: {paths: [a]}}`),
    'runs: {script: [a], artifacts: {paths: [a]}}',
    ...several(OTHERS, (n) => `waits-${n}: {script: [a], tags: [none]}`),
    ...several(OTHERS, (n) => `is-played-${n}: {script: [a], tags: [none], when: manual}`),
  ].join('\n');
}
