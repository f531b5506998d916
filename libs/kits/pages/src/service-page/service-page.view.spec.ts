import { Page } from '@hearth/http';
import { presentServicePage } from './service-page.view.js';

describe('the page of a service', () => {
  it.each<[string, readonly (string | null)[], boolean]>([
    ['of one revision', ['1046e7971a6', '1046e7971a6'], false],
    ['of two revisions', ['1046e7971a6', '27ff1918b2c'], true],
    ['of which some do not answer', ['1046e7971a6', null], false],
  ])('says whether an upgrade is not over: processes %s', (_, revisions, isMixed) => {
    const processes = revisions.map((revision) => ({ service: 'ci', storages: [], state: 'ready', revision }) as const);
    const page = presentServicePage(
      {
        ...{ service: 'ci', health: { unready: [], problems: [] }, lagSeconds: 0, queues: [], processes },
        letters: new Page([], { page: 1, perPage: 50 }, 0),
      },
      {},
    );
    expect(page).toMatchObject({ isMixed, processes: revisions.map((revision) => ({ revision })) });
  });
});
