import { AccessLevel } from '@hearth/contract-kit';
import { RecordVersion } from '../diffs/record-version.js';
import { CheckListed } from '../mergeability/check-listed.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { FollowBranch } from './follow-branch.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

describe('a push to the target', () => {
  const app = MergeRequestsApp.inBlock();
  const author = user(1);
  let number = 0;

  async function opened(): Promise<{ project: FakeProject; mr: Body }> {
    const project = app.world.addProject();
    project.members.set(author.userId, AccessLevel.developer);
    return { project, mr: await app.open(author, project) };
  }
  /** @param commit new tip of the target, with these parents besides the present tip */
  async function pushToTarget(project: FakeProject, commit = sha(`target ${++number}`)): Promise<string> {
    app.merges.push(project.card.id, 'main', commit);
    const moved = { projectId: project.card.id, branch: 'main', userId: author.userId };
    await app.get(FollowBranch).execute(moved);
    return commit;
  }
  const at = (mr: Body) => `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
  const read = async (mr: Body) => (await app.request(author, 'GET', at(mr))).body as Body;
  const versions = async (mr: Body) => (await app.request(author, 'GET', `${at(mr)}/versions`)).body as Body[];
  const listed = async ({ card }: FakeProject) => {
    const { body } = await app.request(author, 'GET', `/projects/${card.id}/merge_requests`);
    return (body as Body[]).map((row) => row.merge_status);
  };
  const jobs = async (name: string, mr: Body) => {
    const rows = await app.testDatabase.query<{ key: string }>(
      `select singleton_key as key from merge_requests_jobs.job where name = $1 and state < 'active'
         and jsonb_path_exists(data, '$.** ? (@ == $id)', jsonb_build_object('id', $2::bigint))`,
      [name, mr.id],
    );
    return rows.map(({ key }) => key);
  };

  it('changes what lists and reads show of the merge, once a job or a read has looked', async () => {
    const { project, mr } = await opened();
    expect(await read(mr)).toMatchObject({ merge_status: 'can_be_merged' });
    expect(await listed(project)).toEqual(['can_be_merged']);
    expect(await jobs('check-merge-requests', mr)).toEqual([]);
    await pushToTarget(project);
    app.merges.conflicting.add(mr.sha);
    expect(await listed(project)).toEqual(['unchecked']);
    expect(await listed(project)).toEqual(['unchecked']);
    expect(await jobs('check-merge-requests', mr)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1)
      await app.get(CheckListed).execute({ mergeRequestIds: [mr.id, 999_999] });
    expect(await listed(project)).toEqual(['cannot_be_merged']);
    await pushToTarget(project);
    app.merges.conflicting.delete(mr.sha);
    expect(await read(mr)).toMatchObject({ merge_status: 'can_be_merged' });
    expect(await listed(project)).toEqual(['can_be_merged']);
  });

  it('makes no version of its own', async () => {
    const { project, mr } = await opened();
    const before = await versions(mr);
    await pushToTarget(project);
    await read(mr);
    expect(await jobs('sync-merge-request', mr)).not.toContain(`${mr.id} again`);
    expect(await versions(mr)).toEqual(before);
  });

  it.each(['is set back', 'has got commits of the source'])('makes one where the target %s', async (what) => {
    const { project, mr } = await opened();
    const [before] = await versions(mr);
    const tip = sha(`tip ${++number}`);
    if (what === 'is set back') project.branches.delete('main');
    else app.world.bases.set(tip, sha('a later base'));
    await pushToTarget(project, tip);
    await read(mr);
    expect(await jobs('sync-merge-request', mr)).toContain(`${mr.id} again`);
    for (let times = 0; times < 2; times += 1)
      await app.get(RecordVersion).execute({ mergeRequestId: mr.id, again: true });
    const [after, ...older] = await versions(mr);
    expect(older).toEqual([before]);
    expect(after).toMatchObject({ head_commit_sha: mr.sha, start_commit_sha: tip });
    expect(await read(mr)).toMatchObject({ merge_status: 'can_be_merged', sha: mr.sha });
    await app.testDatabase.query(`delete from merge_requests_jobs.job where name = 'sync-merge-request'`);
    await read(mr);
    expect(await jobs('sync-merge-request', mr)).toEqual([]);
  });
});
