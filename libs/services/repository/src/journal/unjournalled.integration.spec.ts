import { DefaultBranchChangedEvent, ForkProgressedEvent } from '@hearth/repository-contracts';
import { Outbox } from '@hearth/messaging';
import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client } from '@hearth/testing';
import { SetDefaultBranch } from '../branches/set-default.js';
import type { OriginFacts } from '../copies/origin.facts.js';
import { CloneSource } from '../forks/clone-source.js';
import { ForkRepository } from '../forks/fork.js';
import { NotCopied } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { LfsObjectsStore } from '../lfs/lfs-objects.store.js';
import { RecordLfsSize } from '../lfs/record-size.js';
import { ShareLfsWithFork } from '../lfs/share-with-fork.js';
import { MaintenanceLocks } from '../repositories/write-locks.js';
import { CopySettings } from '../storages/copy-settings.js';
import { created, move, refs, TwoOwners } from '../testing/two-owners.js';

/** With HEARTH_ACKNOWLEDGE=copy. */
describe('a change that is in no journal', () => {
  let pair: TwoOwners;

  beforeAll(async () => {
    pair = await TwoOwners.start(new CopySettings(1, 'copy'));
  });
  beforeEach(async () => {
    pair.areCopiesAway = false;
    await pair.renewAll();
  });
  afterAll(() => pair?.stop());

  const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  describe('of HEAD', () => {
    async function twoBranches(): Promise<RepositoryAt> {
      const { repository, commit } = await pair.copied();
      await move(pair.first, repository, created('refs/heads/trunk', commit));
      return repository;
    }

    const set = ({ projectId }: RepositoryAt, branch: string) => {
      const { ensuring, writers, journal, settlement, promise, git } = pair.first;
      const parts = [ensuring, writers, journal, settlement, promise, git] as const;
      return new SetDefaultBranch(pair.database.db, ...parts).execute({ projectId, branch });
    };

    it('is in a copy that takes over at once', async () => {
      const repository = await twoBranches();
      await set(repository, 'trunk');
      await pair.takeOverFirst();
      expect(await pair.storageOf(repository.projectId)).toBe('two');
      expect(await new Client(pair.atSecond(repository).path).text('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk');
    });

    it('is not answered, nor published, when no copy has it', async () => {
      const repository = await twoBranches();
      pair.areCopiesAway = true;
      expect(NotCopied.is(await outcome(set(repository, 'trunk')))).toBe(true);
      const events = await pair.database.db.query('select id from outbox where type = $1 and key = $2', [
        DefaultBranchChangedEvent.name,
        String(repository.projectId),
      ]);
      expect(events).toEqual([]);
    });
  });

  describe('that fills a fork', () => {
    async function requested(): Promise<{ source: RepositoryAt; fork: RepositoryAt }> {
      const { repository: source } = await pair.copied();
      const { first, database, copies } = pair;
      const projectId = (source.projectId + 1_000) as ProjectId;
      await database.db.tx(async (tx) => {
        await first.repositories.placeFork(tx, projectId, 'one', source);
        await copies.stand(tx, projectId, 'two');
      });
      return { source, fork: { projectId, path: first.storages.pathOf('one', projectId) } };
    }

    function execute({ projectId }: RepositoryAt): Promise<void> {
      const { first } = pair;
      const { repositories, storages, writers, settlement, promise, git } = first;
      const { db } = pair.database;
      const origins = {} as OriginFacts;
      const outbox = new Outbox('repository');
      const lfsObjects = new LfsObjectsStore();
      const sharing = new ShareLfsWithFork(db, lfsObjects, new RecordLfsSize(lfsObjects, outbox));
      const parts = [db, repositories, storages, new MaintenanceLocks(), writers, origins, git, sharing] as const;
      const cloning = new CloneSource(...parts);
      const forking = [db, repositories, storages, writers, cloning, settlement, promise, outbox] as const;
      return new ForkRepository(...forking).execute({ projectId });
    }

    async function published({ projectId }: RepositoryAt): Promise<string[]> {
      const rows = await pair.database.db.query<{ state: string }>(
        `select data->>'state' as state from outbox where type = $1 and key = $2 order by id`,
        [ForkProgressedEvent.name, String(projectId)],
      );
      return rows.map(({ state }) => state);
    }

    it('is in a copy that takes over at once', async () => {
      const { source, fork } = await requested();
      await execute(fork);
      await pair.takeOverFirst();
      expect(await pair.storageOf(fork.projectId)).toBe('two');
      expect(await refs(pair.atSecond(fork).path)).toBe(await refs(source.path));
    });

    it('is not finished before a copy has it', async () => {
      const { fork } = await requested();
      pair.areCopiesAway = true;
      expect(NotCopied.is(await outcome(execute(fork)))).toBe(true);
      expect(await published(fork)).toEqual(['started']);
      pair.areCopiesAway = false;
      await execute(fork);
      expect(await published(fork)).toEqual(['started', 'started', 'finished']);
    });
  });
});
