import type { Delivery } from '@hearth/messaging';
import { mergeScene, author } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { OnLabelDeleted } from './on-label-deleted.js';

describe('a deleted label', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const get = async (path: string) => (await app.request(author, 'GET', path)).body;

  /** Two merge requests, one with the label that is deleted, one with another label too. */
  async function labelled() {
    const { mr: first, project } = await scene.opened(undefined, { labels: 'bug' });
    const { mr: second } = await scene.opened(project, { labels: 'bug,defect' });
    const [bug, defect] = ['bug', 'defect'].map((name) => [...project.labels].find(([, other]) => other === name)![0]);
    const deleted = (mergedInto?: { id: number; name: string }) =>
      app.database.tx((tx) =>
        app.get(OnLabelDeleted).handle({ projectId: project.card.id, namespaceId: null, labelId: bug!, mergedInto }, {
          tx,
        } as Delivery),
      );
    project.labels.delete(bug!);
    const at = `/projects/${project.card.id}/merge_requests`;
    const labels = async () => [(await get(`${at}/${first.iid}`)).labels, (await get(`${at}/${second.iid}`)).labels];
    const listed = async (name: string) =>
      (await get(`${at}?labels=${name}&sort=asc`)).map((mr: typeof first) => mr.iid);
    return { at, first, second, project, defect: defect!, deleted, labels, listed };
  }

  it('is removed from merge requests', async () => {
    const { deleted, labels, listed } = await labelled();
    await deleted();
    expect(await labels()).toEqual([[], ['defect']]);
    expect(await listed('bug')).toEqual([]);
  });

  it('is replaced by the label that it was merged into, in events too', async () => {
    const { at, first, second, defect, deleted, labels, listed } = await labelled();
    await deleted({ id: defect, name: 'defect' });
    await deleted({ id: defect, name: 'defect' });
    expect(await labels()).toEqual([['defect'], ['defect']]);
    expect(await listed('defect')).toEqual([first.iid, second.iid]);
    expect(await listed('bug')).toEqual([]);
    expect(await get(`${at}/${first.iid}/resource_label_events`)).toMatchObject([
      { action: 'add', label: { id: defect } },
    ]);
  });

  it('is found by the name of the label of a group that it was merged into', async () => {
    const { project, first, second, deleted, labels, listed } = await labelled();
    project.labels.set(1_000_001, 'bug');
    await deleted({ id: 1_000_001, name: 'bug' });
    expect(await labels()).toEqual([['bug'], ['bug', 'defect']]);
    expect(await listed('bug')).toEqual([first.iid, second.iid]);
  });
});
