import { OwnAddress } from '@hearth/config';
import { FollowBranch } from '../branches/follow-branch.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { developer, mergeScene, type Body } from '../testing/merge-scene.js';
import { sha } from '../testing/fake-world.js';
import { AcceptForNote } from './accept-for-note.js';

const HERE = 'https://code.example/hearth';

describe('issues that a merge closes without a request', () => {
  const app = MergeRequestsApp.inBlock([{ provider: OwnAddress, by: new OwnAddress(HERE) }]);
  const scene = mergeScene(app);

  const byPush = async ({ project, mr }: Awaited<ReturnType<typeof scene.opened>>) => {
    app.merges.push(project.card.id, 'main', sha(`merged ${mr.id}`), mr.sha as string);
    await app.get(FollowBranch).execute({ projectId: project.card.id, branch: 'main', userId: developer.userId });
  };
  const byNote = ({ mr }: { mr: Body }) =>
    app.get(AcceptForNote).execute({ mergeRequestId: mr.id, userId: developer.userId, sha: mr.sha });
  const byAutoMerge = async (opened: { mr: Body }) => {
    scene.pipeline(opened.mr, 'running');
    await byNote(opened);
    scene.pipeline(opened.mr, 'success');
    await scene.runAutoMerge(opened.mr);
  };

  it.each([
    ['by a push', byPush],
    ['by a note', byNote],
    ['by a note, when its pipeline succeeds', byAutoMerge],
  ])('are named by URLs below the public address too: %s', async (_, merge) => {
    const opened = await scene.opened(undefined, { description: `Closes ${HERE}/a/b/issues/1` });
    const message = `Fixes ${HERE}/c/d/-/issues/2 and #3, closes http://other.example/a/b/issues/4`;
    app.world.history.set(`${sha('base')}..${opened.mr.sha}`, [{ id: opened.mr.sha as string, message }]);
    await merge(opened);
    expect(await scene.read(opened.mr)).toMatchObject({ state: 'merged' });
    const [event] = await app.testDatabase.query<{ data: object }>(
      `select data from outbox where type = 'merge-requests.merge-request-merged' and key = $1`,
      [String(opened.project.card.id)],
    );
    expect(event!.data).toMatchObject({
      closing: [
        { path: 'a/b', iid: 1 },
        { path: 'c/d', iid: 2 },
        { path: null, iid: 3 },
      ],
    });
  });
});
