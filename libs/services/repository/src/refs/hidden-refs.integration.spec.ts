import type { RefName } from '../git/refs/ref-name.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { CopiesStore } from '../copies/copies.store.js';
import { CopySettings } from '../storages/copy-settings.js';
import { created, refs, TwoOwners } from '../testing/two-owners.js';
import { HiddenRefs } from './hidden-refs.js';

const HEAD = 'refs/merge-requests/1/head' as RefName;

describe.each<{ promise: 'copy' | 'primary' }>([{ promise: 'copy' }, { promise: 'primary' }])(
  'refs that are in no journal, with HEARTH_ACKNOWLEDGE=$promise',
  ({ promise }) => {
    let pair: TwoOwners;
    let hidden: HiddenRefs;

    beforeAll(async () => {
      const settings = new CopySettings(1, promise);
      pair = await TwoOwners.start(settings);
      const { database, first } = pair;
      const copyPromise = new CopyPromise(database.db, new CopiesStore(), settings, first.services);
      hidden = new HiddenRefs(pair.followerIn(first), copyPromise);
    });
    afterAll(() => pair?.stop());

    it('are followed by the copies', async () => {
      const { repository, commit } = await pair.copied();
      const { projectId } = repository;
      pair.added = [];
      await pair.first.git.refsWriter.move(repository.path, [created(HEAD, commit)]);
      await hidden.follow(projectId);
      const copy = pair.atSecond(repository).path;
      const isBehind = async () =>
        (await pair.copies.state(pair.database.db, projectId, 'two'))!.behindSeconds !== null;
      if (promise === 'copy') expect(await refs(copy)).toContain(HEAD);
      expect(await isBehind()).toBe(promise === 'primary');
      expect(pair.added.map(({ data }) => data)).toEqual(promise === 'primary' ? [{ projectId, storage: 'two' }] : []);
      await pair.follow(projectId, 'two');
      expect(await refs(copy)).toBe(await refs(repository.path));
      expect(await isBehind()).toBe(false);
    });
  },
);
