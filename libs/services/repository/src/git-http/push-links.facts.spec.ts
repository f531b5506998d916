import { CallFailed, type Calls } from '@hearth/calls';
import { OpenMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { SAMPLE_CARD } from '@hearth/contract-kit/testing';
import { PushLinksFacts } from './push-links.facts.js';

type Asked = Parameters<PushLinksFacts['of']>;

describe('the addresses of a push', () => {
  const query = jest.fn();
  const facts = new PushLinksFacts({ query } as unknown as Calls);
  const lines = (card: object, from: string | null = null) => {
    const project = { ...SAMPLE_CARD, id: 1, fullPath: 'g/p', ...card };
    const push = { updates: [{ ref: 'refs/heads/topic', from, to: 'b' }], options: [] };
    const pusher = { access: { project }, baseUrl: 'https://hearth.test' } as unknown as Asked[0];
    return facts.of(pusher, push as unknown as Asked[1], { defaultBranch: null, empty: false });
  };

  it('are printed unless the project says otherwise', async () => {
    expect(await lines({})).toHaveLength(4);
    expect(await lines({ printingMergeRequestLinkEnabled: false })).toEqual([]);
    const features = { ...SAMPLE_CARD.features, mergeRequests: 'disabled' };
    expect(await lines({ features })).toEqual([]);
    expect(query).not.toHaveBeenCalled();
  });

  it('are left out while merge-requests does not answer', async () => {
    query.mockRejectedValue(new CallFailed(OpenMergeRequestsQuery, 'it is down'));
    expect(await lines({}, 'a')).toEqual([]);
  });
});
