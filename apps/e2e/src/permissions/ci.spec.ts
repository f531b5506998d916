import { waitFor, type ProjectRecord } from '@hearth/testing';
import { Runner } from '../clients/gitlab-runner.js';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import type { Person } from '../system/people.js';
import { answered, marksOf, newCallers, newGroup, type Callers, type Sent } from './matrix.js';

/** Projects of the matrix: each visibility, jobs that only members from reporter up read, and jobs for members and for no one. */
const PLACES = {
  private: { visibility: 'private' },
  internal: { visibility: 'internal' },
  public: { visibility: 'public' },
  'hidden jobs': { visibility: 'public', public_jobs: false },
  'for members': { visibility: 'public', builds_access_level: 'private' },
  disabled: { visibility: 'public', builds_access_level: 'disabled' },
} as const;
type PlaceName = keyof typeof PLACES;
type Row = Readonly<Record<PlaceName, string>>;

const READ: Row = {
  private: 'unn ✓✓✓✓✓ ✓',
  internal: 'u✓n ✓✓✓✓✓ ✓',
  public: 'u✓✓ ✓✓✓✓✓ ✓',
  'hidden jobs': 'uff f✓✓✓✓ ✓',
  'for members': 'uff ✓✓✓✓✓ ✓',
  disabled: 'uff fffff f',
};
/** Row of an ability that members have from an access level on, whatever the visibility: `marks` are those of the members. */
const from = (marks: string): Row => ({
  private: `unn ${marks} ✓`,
  internal: `ufn ${marks} ✓`,
  public: `uff ${marks} ✓`,
  'hidden jobs': `uff ${marks} ✓`,
  'for members': `uff ${marks} ✓`,
  disabled: 'uff fffff f',
});
const REPORTERS = from('f✓✓✓✓');
const DEVELOPERS = from('ff✓✓✓');
const MASTERS = from('fff✓✓');
/** Row for statuses of commits and runners, which are no part of the feature. */
const always = (row: Row): Row => ({ ...row, disabled: row['hidden jobs'] });
const STATUSES: Row = {
  ...{ private: 'unn f✓✓✓✓ ✓', internal: 'u✓n ✓✓✓✓✓ ✓', public: 'u✓✓ ✓✓✓✓✓ ✓' },
  ...{ 'hidden jobs': 'u✓✓ ✓✓✓✓✓ ✓', 'for members': 'u✓✓ ✓✓✓✓✓ ✓', disabled: 'u✓✓ ✓✓✓✓✓ ✓' },
};

const CONFIGURATION = 'ship: {script: [./ship], environment: production}';
const NONE = 999_999;

interface Place {
  /** The group of the project. */
  readonly group: number;
  readonly project: number;
  readonly sha: string;
  readonly job: number;
  readonly pipeline: number;
  readonly deployment: number;
  /** A specific runner. */
  readonly runner: number;
}

/** Paths are relative to the project. */
type Request = (place: Place) => Sent;

describe('who may do what with ci', () => {
  const places = new Map<PlaceName, Place>();
  let callers: Callers;

  beforeAll(async () => {
    callers = await newCallers();
    for (const name of Object.keys(PLACES) as PlaceName[]) places.set(name, await newPlace(callers.people, name));
  });

  /** Makes a project with a deployment, by a job that one of its runners has run. */
  async function newPlace(people: ReadonlyMap<string, Person>, name: PlaceName): Promise<Place> {
    const { visibility, ...settings } = PLACES[name];
    const { api } = people.get('owner')!;
    const group = await newGroup(people, visibility);
    const made = await api.post('/projects', { name: uniqueName('ci'), namespace_id: group, visibility });
    const { id } = made.expect(201).json<ProjectRecord>();
    const at = `/projects/${id}`;
    const runner = await Runner.ofProject(api, at, '10.3');
    const file = { branch: 'main', commit_message: 'Configure', content: CONFIGURATION };
    (await api.post(`${at}/repository/files/.gitlab-ci.yml`, file)).expect(201);
    const job = await runner.take();
    (await runner.report(job, 'success', 'shipped\n')).body?.cancel();
    const deployment = await waitFor('the deployment', async () => {
      const [first] = await api.read<{ id: number }[]>(`${at}/deployments`);
      return first;
    });
    const [pipeline] = await api.read<{ id: number; sha: string }[]>(`${at}/pipelines`);
    if (Object.keys(settings).length > 0) (await api.put(at, settings)).expect(200);
    const numbers = { group, project: id, job: job.id, deployment: deployment.id, runner: runner.id };
    return { ...numbers, pipeline: pipeline!.id, sha: pipeline!.sha };
  }

  const get =
    (rest: string): Request =>
    ({ pipeline, job, deployment, sha }) => {
      const numbers: Readonly<Record<string, number | string>> = { pipeline, job, deployment, sha };
      return ['GET', rest.replaceAll(/:(\w+)/g, (_, name: string) => String(numbers[name]))];
    };
  const write =
    (method: string, rest: string, json: object = {}): Request =>
    () => [method, rest, json];

  it.each<[string, Row, Request]>([
    ['list pipelines', READ, get('pipelines')],
    ['read a pipeline', READ, get('pipelines/:pipeline')],
    ['list the jobs of a pipeline', READ, get('pipelines/:pipeline/jobs')],
    ['list jobs', READ, get('jobs')],
    ['read a job', READ, get('jobs/:job')],
    ['read what a job has written', READ, get('jobs/:job/trace')],
    ['create a pipeline of nothing', answered(DEVELOPERS, 'b'), write('POST', 'pipeline', { ref: 'none' })],
    ['cancel a pipeline that is not there', answered(DEVELOPERS, 'n'), write('POST', `pipelines/${NONE}/cancel`)],
    ['retry a pipeline that is not there', answered(DEVELOPERS, 'n'), write('POST', `pipelines/${NONE}/retry`)],
    ['cancel a job that is not there', answered(DEVELOPERS, 'n'), write('POST', `jobs/${NONE}/cancel`)],
    ['retry a job that is not there', answered(DEVELOPERS, 'n'), write('POST', `jobs/${NONE}/retry`)],
    ['play a job that is not there', answered(DEVELOPERS, 'n'), write('POST', `jobs/${NONE}/play`)],
    ['erase a job that is not there', answered(DEVELOPERS, 'n'), write('POST', `jobs/${NONE}/erase`)],
    ['list deployments', REPORTERS, get('deployments')],
    ['read a deployment', REPORTERS, get('deployments/:deployment')],
    ['list environments', REPORTERS, get('environments')],
    ['create an environment again', answered(DEVELOPERS, 'b'), write('POST', 'environments', { name: 'production' })],
    ['stop an environment that is not there', answered(DEVELOPERS, 'n'), write('POST', `environments/${NONE}/stop`)],
    [
      'change an environment that is not there',
      answered(MASTERS, 'n'),
      write('PUT', `environments/${NONE}`, { name: 'a' }),
    ],
    ['delete an environment that is not there', answered(MASTERS, 'n'), write('DELETE', `environments/${NONE}`)],
    ['list variables', MASTERS, get('variables')],
    ['read a variable that is not there', answered(MASTERS, 'n'), get('variables/NONE')],
    ['create a variable of no name', answered(MASTERS, 'b'), write('POST', 'variables', { key: '?', value: 'a' })],
    ['change a variable that is not there', answered(MASTERS, 'n'), write('PUT', 'variables/NONE', { value: 'a' })],
    ['delete a variable that is not there', answered(MASTERS, 'n'), write('DELETE', 'variables/NONE')],
    ['list runners', always(MASTERS), get('runners')],
    [
      'enable a runner that is not there',
      answered(always(MASTERS), 'n'),
      write('POST', 'runners', { runner_id: NONE }),
    ],
    ['disable a runner that is not there', answered(always(MASTERS), 'n'), write('DELETE', `runners/${NONE}`)],
    ['list the statuses of a commit', STATUSES, get('repository/commits/:sha/statuses')],
    [
      'post the status of a commit',
      always(DEVELOPERS),
      ({ sha }) => ['POST', `statuses/${sha}`, { state: 'success', ref: 'main' }],
    ],
  ])('%s', async (_, expected, request) => {
    const rows = [...places].map(async ([name, place]) => {
      const [method, path, json] = request(place);
      return [name, await marksOf(callers, [method, `/projects/${place.project}/${path}`, json])] as const;
    });
    expect(Object.fromEntries(await Promise.all(rows))).toEqual(expected);
  });

  it.each<[string, string, (runners: Record<'own' | 'shared' | 'of two' | 'of group' | 'group', number>) => Sent]>([
    ['list own runners', 'u✓✓ ✓✓✓✓✓ ✓', () => ['GET', '/runners']],
    ['list all runners', 'uff fffff ✓', () => ['GET', '/runners/all']],
    ['list the variables for all jobs', 'uff fffff ✓', () => ['GET', '/admin/ci/variables']],
    ['read a specific runner', 'uff fff✓✓ ✓', ({ own }) => ['GET', `/runners/${own}`]],
    ['read a shared runner', 'u✓✓ ✓✓✓✓✓ ✓', ({ shared }) => ['GET', `/runners/${shared}`]],
    ['list the jobs of a specific runner', 'uff fff✓✓ ✓', ({ own }) => ['GET', `/runners/${own}/jobs`]],
    ['list the jobs of a shared runner', 'uff fffff ✓', ({ shared }) => ['GET', `/runners/${shared}/jobs`]],
    ['change a specific runner', 'uff fff✓✓ ✓', ({ own }) => ['PUT', `/runners/${own}`, { locked: false }]],
    ['change a shared runner', 'uff fffff ✓', ({ shared }) => ['PUT', `/runners/${shared}`, { locked: false }]],
    [
      'reset the token of a specific runner',
      'uff fff✓✓ ✓',
      ({ own }) => ['POST', `/runners/${own}/reset_authentication_token`],
    ],
    ['list the runners of a group', 'unn ffff✓ ✓', ({ group }) => ['GET', `/groups/${group}/runners`]],
    ['read the runner of a group', 'uff ffff✓ ✓', (runners) => ['GET', `/runners/${runners['of group']}`]],
    [
      'list the jobs of the runner of a group',
      'uff ffff✓ ✓',
      (runners) => ['GET', `/runners/${runners['of group']}/jobs`],
    ],
    [
      'change the runner of a group',
      'uff ffff✓ ✓',
      (runners) => ['PUT', `/runners/${runners['of group']}`, { locked: false }],
    ],
    ['delete the runner of a group', 'uff ffff✓ n', (runners) => ['DELETE', `/runners/${runners['of group']}`]],
    ['delete a runner of two projects', 'uff fffff f', (runners) => ['DELETE', `/runners/${runners['of two']}`]],
    ['delete a shared runner', 'uff fffff ✓', ({ shared }) => ['DELETE', `/runners/${shared}`]],
  ])('%s', async (_, expected, request) => {
    const made = await hearth.root.post('/user/runners', { runner_type: 'instance_type', paused: true });
    const shared = made.expect(201).json<{ id: number }>().id;
    const [first, second] = [places.get('private')!, places.get('internal')!];
    const enabled = await callers.clients.get('owner')!.post(`/projects/${first.project}/runners`, {
      runner_id: second.runner,
    });
    expect([201, 409]).toContain(enabled.status);
    const ofGroup = await hearth.root.post('/user/runners', { runner_type: 'group_type', group_id: first.group });
    const runners = { own: first.runner, shared, 'of two': second.runner, group: first.group };
    const { id } = ofGroup.expect(201).json<{ id: number }>();
    expect(await marksOf(callers, request({ ...runners, 'of group': id }))).toBe(expected);
    await hearth.root.delete(`/runners/${shared}`);
  });
});
