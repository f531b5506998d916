import type { Delivery } from '@hearth/messaging';
import { mergeScene, author } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { OnMilestoneDeleted } from './on-milestone-deleted.js';

describe('a deleted milestone', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);

  it('is replaced by the milestone that it was merged into, in lists and events too', async () => {
    const { mr: opened, project } = await scene.opened();
    const at = `/projects/${project.card.id}/merge_requests`;
    const [milestone, other] = ['v1', 'v2'].map((title) => app.world.addMilestone(project, title));
    await app.request(author, 'PUT', `${at}/${opened.iid}`, { milestone_id: milestone!.id });
    const deleted = (mergedInto?: typeof milestone) =>
      app.database.tx((tx) =>
        app
          .get(OnMilestoneDeleted)
          .handle({ projectId: project.card.id, namespaceId: null, milestoneId: milestone!.id, mergedInto }, {
            tx,
          } as Delivery),
      );
    await deleted(other);
    await deleted(other);
    const get = async (path: string) => (await app.request(author, 'GET', path)).body;
    expect(await get(`${at}?milestone=v2`)).toMatchObject([{ milestone: { id: other!.id } }]);
    expect(await get(`${at}/${opened.iid}/resource_milestone_events`)).toMatchObject([
      { action: 'add', milestone: { id: other!.id } },
    ]);
  });
});
