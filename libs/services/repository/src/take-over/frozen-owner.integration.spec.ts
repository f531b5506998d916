import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client } from '@hearth/testing';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { CopySettings } from '../storages/copy-settings.js';
import { journalledHost, type PushStep } from '../testing/journalled-host.js';
import { created, move, refs, TwoOwners } from '../testing/two-owners.js';

const LATE = 'refs/heads/late';

/** Point at which the first owner stops until it is resumed. */
class Freeze {
  private readonly frozen = Promise.withResolvers<void>();
  private readonly resumed = Promise.withResolvers<void>();

  /** Called by the owner. */
  async here(): Promise<void> {
    this.frozen.resolve();
    await this.resumed.promise;
  }

  async begun(): Promise<void> {
    await this.frozen.promise;
  }

  end(): void {
    this.resumed.resolve();
  }
}

/** With each of the promises: a write is acknowledged when a copy has it, or before. */
describe.each<{ promise: 'copy' | 'primary' }>([{ promise: 'copy' }, { promise: 'primary' }])(
  'an owner (HEARTH_ACKNOWLEDGE=$promise) that is frozen in the middle of a write until it was taken over',
  ({ promise }) => {
    let pair: TwoOwners;
    let client: Client;
    let tip: ObjectId;

    beforeAll(async () => {
      pair = await TwoOwners.start(new CopySettings(1, promise));
      client = new Client(path.join(pair.folder.path, 'client'));
      await mkdir(client.folder);
      await client.run(['init', '--quiet']);
      tip = (await client.text('commit-tree', '-m', 'late', await client.text('mktree'))) as ObjectId;
    });
    beforeEach(() => pair.renewAll());
    afterEach(() => {
      pair.onFollowed = () => undefined;
    });
    afterAll(() => pair?.stop());

    const stateOf = async (projectId: ProjectId) =>
      (await pair.second.rows(projectId)).find(({ ref }) => ref === LATE)?.state;
    const eventsOf = async (projectId: ProjectId) =>
      (await pair.second.published(projectId)).filter(({ ref }) => ref === LATE).length;

    /** Pushes to the first owner, which stops at the step. Returns once it has; `acknowledged` is what the client gets later. */
    async function push(
      repository: RepositoryAt,
      step: PushStep | 'kept',
      freeze: Freeze,
    ): Promise<{ acknowledged: Promise<boolean> }> {
      const { host, url } = await journalledHost(pair.first, repository, (reached) =>
        reached === step ? freeze.here() : undefined,
      );
      if (step === 'kept') pair.onFollowed = () => freeze.here();
      const pushed = client.attempt(['push', '--quiet', url, `${tip}:${LATE}`]);
      const acknowledged = pushed.then(({ code }) => code === 0).finally(() => host.close());
      await freeze.begun();
      pair.onFollowed = () => undefined;
      return { acknowledged };
    }

    /** The second process takes over, settles what is open, and has a write of its own; the former repository follows. */
    async function goOn(repository: RepositoryAt, commit: ObjectId): Promise<void> {
      const { projectId } = repository;
      await pair.takeOverFirst();
      await pair.second.recovery.sweep(0);
      await pair.renewAll();
      await move(pair.second, pair.atSecond(repository), created('refs/heads/next', commit));
      await pair.follow(projectId, 'one');
    }

    /** The copy follows as its process is told to. */
    async function expectCopiesToAgree(repository: RepositoryAt): Promise<void> {
      const { projectId } = repository;
      const state = await pair.copies.state(pair.database.db, projectId, 'one');
      if (state!.behindSeconds !== null) await pair.follow(projectId, 'one');
      // Refs that were not acknowledged are set aside.
      const lines = (await refs(repository.path))
        .split('\n')
        .filter((line) => !line.includes(' refs/hearth/diverged/'));
      expect(lines.join('\n')).toBe(await refs(pair.atSecond(repository).path));
    }

    interface Outcome {
      readonly step: PushStep | 'kept';
      readonly state: string;
      readonly acknowledged: boolean;
    }
    /** The copy has it, so it took place, and the new owner publishes it. */
    const kept: Outcome[] = [
      { step: 'kept', state: 'settled', acknowledged: false },
      { step: 'settled', state: 'settled', acknowledged: true },
    ];

    it.each<Outcome>([
      { step: 'prepared', state: 'refused', acknowledged: false },
      { step: 'moved', state: 'refused', acknowledged: false },
      ...(promise === 'copy' ? kept : []),
    ])(
      'acknowledges a push that is $step only if it is settled: $acknowledged',
      async ({ step, state, acknowledged }) => {
        const { repository, commit } = await pair.copied();
        const { projectId } = repository;
        const freeze = new Freeze();
        const pushed = await push(repository, step, freeze);
        await goOn(repository, commit);
        const events = state === 'settled' ? 1 : 0;
        expect([await stateOf(projectId), await eventsOf(projectId)]).toEqual([state, events]);

        freeze.end();
        expect(await pushed.acknowledged).toBe(acknowledged);
        expect([await stateOf(projectId), await eventsOf(projectId)]).toEqual([state, events]);
        const held = await refs(pair.atSecond(repository).path);
        expect(held.includes(LATE)).toBe(state === 'settled');
        await expectCopiesToAgree(repository);
        await expect(move(pair.first, repository, created('refs/heads/later', commit))).rejects.toThrow('two');
      },
    );

    it.each<{ step: 'prepared' | 'moved' }>([{ step: 'prepared' }, { step: 'moved' }])(
      'answers no request of the API whose change is $step',
      async ({ step }) => {
        const { repository, commit } = await pair.copied();
        const { projectId } = repository;
        const freeze = new Freeze();
        const { refsWriter } = pair.first.git;
        const moving = jest.spyOn(refsWriter, 'move').mockImplementationOnce(async (...asked) => {
          moving.mockRestore();
          if (step === 'prepared') await freeze.here();
          await refsWriter.move(...asked);
          if (step === 'moved') await freeze.here();
        });
        const answered = move(pair.first, repository, created(LATE, commit)).catch((error: unknown) => error);
        await freeze.begun();
        await goOn(repository, commit);
        freeze.end();
        expect(await answered).toMatchObject({ message: expect.stringContaining('two') as string });
        expect([await stateOf(projectId), await eventsOf(projectId)]).toEqual(['refused', 0]);
        await expectCopiesToAgree(repository);
      },
    );

    it.each(['prepared', 'begun'])(
      'takes no write before a fetch has ended that was %s while its repository was a copy',
      async (step) => {
        const { repository, commit } = await pair.copied();
        const freeze = new Freeze();
        const { git } = pair.second;
        const fetching = jest.spyOn(git, 'fetchCopy');
        const preparing = jest.spyOn(git.repositories, 'ensure');
        if (step === 'begun')
          fetching.mockImplementationOnce(async (...asked) => {
            fetching.mockRestore();
            await freeze.here();
            return git.fetchCopy(...asked);
          });
        else
          preparing.mockImplementationOnce(async (...asked) => {
            preparing.mockRestore();
            await freeze.here();
            return git.repositories.ensure(...asked);
          });
        const following = pair.follow(repository.projectId, 'two');
        await freeze.begun();
        await pair.takeOverFirst();
        await pair.renewAll();
        const waits = jest.spyOn(pair.second.copyLocks, 'fetched');
        const waited = new Promise<void>((resolve) => {
          waits.mockImplementationOnce((path) => {
            waits.mockRestore();
            resolve();
            return pair.second.copyLocks.fetched(path);
          });
        });
        const moved = pair.second.ensuring
          .execute(repository.projectId)
          .then((here) => move(pair.second, here, created('refs/heads/next', commit)));
        await Promise.race([moved, waited]);
        freeze.end();
        await Promise.all([moved, following]);
        expect(await refs(pair.atSecond(repository).path)).toContain('refs/heads/next');
      },
    );
  },
);
