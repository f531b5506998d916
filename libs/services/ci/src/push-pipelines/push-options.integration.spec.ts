import type { UserId } from '@hearth/contract-kit';
import { CreatePushPipeline } from './create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const SHA = 'a'.repeat(40);

describe('pipelines of pushes with options', () => {
  const app = CiApp.inBlock();

  async function pushed(pushOptions: string[], pusher?: UserId | null) {
    const project = app.others.addProject();
    const { id } = project.card;
    const user = app.user(1, project, 40);
    const userId = pusher === undefined ? user.userId : pusher;
    project.branches.set('main', SHA);
    project.files.set('.gitlab-ci.yml', 'a: {script: a}\nb: {script: b, rules: [{if: $DEPLOY == "yes"}]}');
    const push = { projectId: id, sequence: 1, ref: 'main', tag: false, oldId: null, newId: SHA, userId };
    await app.get(CreatePushPipeline).execute({ ...push, pushOptions }, new AbortController());
    const { body } = await app.request(user, 'GET', `/projects/${id}/pipelines`);
    return { id, user, pipelines: body as { id: number; status: string }[] };
  }

  it('are skipped with ci.skip', async () => {
    const { pipelines } = await pushed(['ci.skip']);
    expect(pipelines.map(({ status }) => status)).toEqual(['skipped']);
  });

  it('have the variables of ci.variable, in conditions and jobs', async () => {
    const { id, user, pipelines } = await pushed(['ci.variable=DEPLOY=yes', 'ci.variable=bad-key=x']);
    const path = `/projects/${id}/pipelines/${pipelines[0]!.id}`;
    const jobs = (await app.request(user, 'GET', `${path}/jobs`)).body as { name: string }[];
    expect(jobs.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    const variable = { key: 'DEPLOY', value: 'yes' };
    expect((await app.request(user, 'GET', `${path}/variables`)).body).toMatchObject([variable]);
    const job = (await (await RunnerClient.register(app, `project-${id}`)).take())!;
    expect(job.variables).toContainEqual(expect.objectContaining(variable));
  });

  it('are made for members, admins and the system, and for no others', async () => {
    const [other, admin, blocked] = [2, 3, 4] as UserId[];
    for (const id of [other, admin, blocked]) app.others.users.set(id!, `User ${id}`);
    for (const id of [admin, blocked]) app.others.admins.add(id!);
    app.others.blocked.add(blocked!);
    const made = async (pusher: UserId | null) => (await pushed([], pusher)).pipelines.length;
    expect([await made(admin!), await made(null)]).toEqual([1, 1]);
    expect([await made(other!), await made(blocked!)]).toEqual([0, 0]);
  });
});
