import type { Calls } from '@hearth/calls';
import type { CallContract } from '@hearth/contract-kit';
import { LocateQuery } from '@hearth/repository-contracts';
import { waitFor } from '@hearth/testing';
import { StorageLocator } from './storage-locator.js';

const { signal } = new AbortController();

describe('StorageLocator', () => {
  let place = { storage: 'one', copies: ['two', 'three'], readOnly: false };
  let asked = 0;
  let now = 0;
  let locator: StorageLocator;
  const calls = {
    query: (contract: CallContract) => {
      if (contract !== LocateQuery) return Promise.resolve({ projectId: 7 });
      asked += 1;
      return Promise.resolve(place);
    },
  } as unknown as Calls;

  beforeEach(() => {
    now = 0;
    place = { storage: 'one', copies: ['two', 'three'], readOnly: false };
    asked = 0;
    locator = new StorageLocator(calls, () => now);
  });

  it('spreads reads over all storages, and sends writes to one', async () => {
    expect(await locator.readers('7', signal)).toEqual(['one', 'two', 'three']);
    expect(await locator.readers('7', signal)).toEqual(['two', 'three', 'one']);
    expect(await locator.readers('7', signal)).toEqual(['three', 'one', 'two']);
    expect(await locator.locate('7', signal)).toMatchObject({ storage: 'one', readOnly: false });
    expect(asked).toBe(1);
  });

  it('sends reads where the fewest requests run', async () => {
    const answers: (() => void)[] = [];
    const busy = (storage: string) => locator.during(storage, () => new Promise<void>((end) => answers.push(end)));
    const ends = [busy('one'), busy('one'), busy('two')];
    expect(await locator.readers('7', signal)).toEqual(['three', 'two', 'one']);
    expect(await locator.readers('7', signal)).toEqual(['three', 'two', 'one']);
    locator.setAside('7', 'three', 'behind');
    expect(await locator.readers('7', signal)).toEqual(['two', 'one', 'three']);
    for (const end of answers) end();
    await Promise.all(ends);
    await expect(locator.during('two', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    now += 1_100;
    expect(await locator.readers('7', signal)).toEqual(['one', 'two', 'three']);
  });

  it('asks storages that were away or behind last, for a while', async () => {
    locator.setAside('7', 'one', 'away');
    expect(await locator.readers('7', signal)).toEqual(['two', 'three', 'one']);
    expect(await locator.readers('8', signal)).toEqual(['two', 'three', 'one']);
    now += 11_000;
    locator.setAside('7', 'three', 'behind');
    expect(await locator.readers('7', signal)).toEqual(['one', 'two', 'three']);
    expect(await locator.readers('8', signal)).toEqual(['one', 'two', 'three']);
    now += 1_100;
    await locator.readers('7', signal);
    locator.setAside('7', 'three', 'repacking');
    expect(await locator.readers('7', signal)).toEqual(['one', 'two', 'three']);
    now += 10_100;
    expect(await locator.readers('7', signal)).toEqual(['one', 'two', 'three']);
    expect(await locator.readers('7', signal)).toEqual(['two', 'three', 'one']);
  });

  it('learns a copy that took over, and renews hints in use', async () => {
    await locator.readers('7', signal);
    locator.correct('7', 'two');
    expect(await locator.locate('7', signal)).toMatchObject({ storage: 'two', copies: ['three'] });
    place = { storage: 'two', copies: ['one', 'three'], readOnly: false };
    now += 61_000;
    expect(await locator.locate('7', signal)).toMatchObject({ copies: ['three'] });
    await waitFor('a new hint', async () => (await locator.readers('7', signal)).includes('one'));
    expect(asked).toBe(2);
  });

  it('asks anew whether a repository is read-only', async () => {
    await locator.locate('7', signal);
    place = { ...place, readOnly: true };
    expect(await locator.isReadOnly('7', signal)).toBe(true);
    expect(await locator.locate('7', signal)).toMatchObject({ readOnly: true });
  });
});
