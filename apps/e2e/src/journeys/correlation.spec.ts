import { waitFor, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { linesOf, type LogLine } from '../system/log.js';
import { uniqueName } from '../system/names.js';
import { eventsOf } from '../system/outbox.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

/** An entry in the log of a process: its name in split mode (several repository processes: their stem), and the line. */
type Step = readonly [process: string, line: RegExp | { path: string; status: number }];

describe('the id of a request', () => {
  let owner: Person;

  beforeAll(async () => {
    owner = await newPerson('followed');
  });

  it('leads from a new project to the job that makes its repository', async () => {
    const answer = (await owner.api.post('/projects', { name: uniqueName('followed') })).expect(201);
    const correlation = answer.headers['x-request-id']!;
    const { id } = answer.json<ProjectRecord>();
    await expectSteps(correlation, [
      ['gateway', { path: '/api/v4/projects', status: 201 }],
      ['identity', /^identity\.authenticate took/],
      ['projects', { path: '/api/v4/projects', status: 201 }],
      ['repository', /^OnProjectCreated has finished with projects\.project-created \S+: done$/],
      ['repository', /^make-repository\S* \S+ has ended: done$/],
    ]);
    expect(await eventsOf('projects', id)).toEqual([
      { type: 'projects.project-created', correlation, actor: owner.id },
    ]);
  });

  it('leads from a push to what other services made of it', async () => {
    const project = await newProject(owner, 'pushed');
    const fullPath = project.path_with_namespace;
    const copy = await WorkingCopy.create();
    await copy.commit('a.txt', 'a\n');
    await copy.push(remoteOf(owner, fullPath), 'HEAD:refs/heads/main');
    await copy.remove();
    const [event, ...others] = await eventsOf('repository', project.id);
    expect([event, others]).toEqual([
      { type: 'repository.ref-updated', correlation: expect.any(String), actor: owner.id },
      [],
    ]);
    const pushed = { path: `/${fullPath}.git/git-receive-pack`, status: 200 };
    await expectSteps(event!.correlation!, [
      ['gateway', pushed],
      ['identity', /^identity\.authenticate took/],
      ['repository', pushed],
      ['projects', /^projects\.resolve-access took/],
      ['identity', /^identity\.still-valid took/],
      ['projects', /^OnRefUpdated has finished with repository\.ref-updated \S+: done$/],
    ]);
  });

  it('is that of one request alone', async () => {
    const [first, second] = await Promise.all([owner.api.get('/user'), owner.api.get('/projects')]);
    const ids = [first, second].map(({ headers }) => headers['x-request-id']!);
    expect(new Set(ids).size).toBe(2);
    const [user] = await expectSteps(ids[0]!, [['identity', { path: '/api/v4/user', status: 200 }]]);
    expect(user).toMatchObject({ actor: owner.id });
    expect((await linesOf(ids[0]!)).map(({ path }) => path)).not.toContain('/api/v4/projects');
  });
});

/** Waits until the log holds every step. @returns a line for each */
async function expectSteps(correlation: string, steps: readonly Step[]): Promise<LogLine[]> {
  let lines: LogLine[] = [];
  const missing = () => steps.filter((step) => !lines.some((line) => isStep(line, step)));
  await waitFor('the steps in the log', async () => {
    lines = await linesOf(correlation);
    return missing().length === 0;
  }).catch(() => undefined);
  expect(missing()).toEqual([]);
  return steps.map((step) => lines.find((line) => isStep(line, step))!);
}

function isStep(line: LogLine, [process, wanted]: Step): boolean {
  if (!line.process.startsWith(hearth.split ? process : 'all-in-one')) return false;
  if (wanted instanceof RegExp) return wanted.test(line.msg);
  return line.msg === 'request' && line.path === wanted.path && line.status === wanted.status;
}
