import type { ProjectId } from '@hearth/contract-kit';
import { NotCopied } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { CopySettings } from '../storages/copy-settings.js';
import { created, move, refs, TwoOwners } from '../testing/two-owners.js';

const REF = 'refs/heads/topic';

/** With HEARTH_ACKNOWLEDGE=copy, and copies that fall silent between the beginning of a change and its end. */
describe('a change that no copy has', () => {
  let pair: TwoOwners;

  beforeAll(async () => {
    pair = await TwoOwners.start(new CopySettings(1, 'copy'));
  });
  afterAll(() => pair?.stop());

  /** Returns a repository whose owner has created a branch, was not answered by a copy, and has given up. */
  async function changed(): Promise<RepositoryAt> {
    const { repository, commit } = await pair.copied();
    pair.areCopiesAway = true;
    const moved = await move(pair.first, repository, created(REF, commit)).catch((error: unknown) => error);
    pair.areCopiesAway = false;
    expect(NotCopied.is(moved)).toBe(true);
    expect(await outcome(repository.projectId)).toEqual(['prepared', 0]);
    return repository;
  }

  const outcome = async (projectId: ProjectId) => [
    (await pair.first.rows(projectId)).find(({ ref }) => ref === REF)?.state,
    (await pair.first.published(projectId)).filter(({ ref }) => ref === REF).length,
  ];

  it('is settled once when one follows', async () => {
    const repository = await changed();
    for (const _ of ['once', 'again']) await pair.first.recovery.sweep(0);
    expect(await outcome(repository.projectId)).toEqual(['settled', 1]);
    expect(await refs(pair.atSecond(repository).path)).toBe(await refs(repository.path));
  });

  it('is refused when one takes over, which still has every settled change', async () => {
    const repository = await changed();
    await pair.takeOverFirst();
    expect(await pair.storageOf(repository.projectId)).toBe('two');
    await pair.second.recovery.sweep(0);
    expect(await outcome(repository.projectId)).toEqual(['refused', 0]);
  });
});
