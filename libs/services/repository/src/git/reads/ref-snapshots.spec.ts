import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import { RefSnapshots } from './ref-snapshots.js';

const REPOSITORY = '/storage/a.git' as RepositoryPath;
const name = (text: string) => text as RefName;
const id = (digit: string) => digit.repeat(40) as ObjectId;

/** Fake for git: counts the reads, and answers when the spec lets it. */
class Refs {
  asked = 0;
  readonly refs = new Map<RefName, ObjectId>();
  #answers: (() => void)[] = [];

  readonly load = async (): Promise<Map<RefName, ObjectId>> => {
    this.asked += 1;
    const seen = new Map(this.refs);
    await new Promise<void>((resolve) => this.#answers.push(resolve));
    return seen;
  };

  async answer(): Promise<void> {
    await new Promise(setImmediate);
    for (const resolve of this.#answers.splice(0)) resolve();
  }
}

describe('RefSnapshots', () => {
  let snapshots: RefSnapshots;
  let git: Refs;

  beforeEach(() => {
    snapshots = new RefSnapshots({ maxBytes: 100_000, orphanMs: 0 });
    git = new Refs();
    git.refs.set(name('refs/heads/b'), id('1'));
  });

  async function read(): Promise<[string, string][]> {
    const reading = snapshots.read(REPOSITORY, git.load);
    await git.answer();
    return [...(await reading)];
  }

  it('asks git once for parallel reads', async () => {
    const both = Promise.all([snapshots.read(REPOSITORY, git.load), snapshots.read(REPOSITORY, git.load)]);
    await git.answer();
    expect((await both).map((refs) => [...refs])).toEqual([[['refs/heads/b', id('1')]], [['refs/heads/b', id('1')]]]);
    await read();
    expect(git.asked).toBe(1);
  });

  it('leaves out what clients may not push', async () => {
    git.refs.set(name('refs/hearth/import/x'), id('2')).set(name('refs/merge-requests/1/head'), id('2'));
    expect(await read()).toEqual([['refs/heads/b', id('1')]]);
  });

  it('follows moves without git, in the order of bytes', async () => {
    await read();
    const movement = snapshots.movement(REPOSITORY);
    movement.begin();
    movement.end([
      [name('refs/heads/b'), id('2')],
      [name('refs/heads/\u{1f600}'), id('3')],
      [name('refs/heads/\uffee'), id('4')],
      [name('refs/heads/a'), id('5')],
      [name('refs/heads/gone'), null],
      [name('refs/hearth/x'), id('6')],
    ]);
    expect([...snapshots.known(REPOSITORY)!]).toEqual([
      ['refs/heads/a', id('5')],
      ['refs/heads/b', id('2')],
      ['refs/heads/\uffee', id('4')],
      ['refs/heads/\u{1f600}', id('3')],
    ]);
    expect(git.asked).toBe(1);
  });

  it('answers no read from memory while refs move', async () => {
    await read();
    const movement = snapshots.movement(REPOSITORY);
    movement.begin();
    expect(snapshots.known(REPOSITORY)).toBeUndefined();
    git.refs.set(name('refs/heads/b'), id('2'));
    expect(await read()).toEqual([['refs/heads/b', id('2')]]);
    await read();
    expect(git.asked).toBe(3);
    movement.end([[name('refs/heads/b'), id('2')]]);
    expect([...snapshots.known(REPOSITORY)!]).toEqual([['refs/heads/b', id('2')]]);
  });

  it('keeps nothing that was read while refs moved', async () => {
    const reading = snapshots.read(REPOSITORY, git.load);
    await new Promise(setImmediate);
    const movement = snapshots.movement(REPOSITORY);
    movement.begin();
    movement.end();
    await git.answer();
    await reading;
    expect(snapshots.known(REPOSITORY)).toBeUndefined();
  });

  it.each(['first', 'second'])('keeps nothing of two movements at once, the %s one ending first', async (ends) => {
    await read();
    const [first, second] = [snapshots.movement(REPOSITORY), snapshots.movement(REPOSITORY)];
    first.begin();
    second.begin();
    const endings = [
      () => first.end([[name('refs/heads/b'), id('2')]]),
      () => second.end([[name('refs/heads/c'), id('3')]]),
    ];
    for (const end of ends === 'first' ? endings : endings.reverse()) end();
    expect(snapshots.known(REPOSITORY)).toBeUndefined();
  });

  it('keeps nothing while a killed process may have left a git behind, and after sight of one was lost', async () => {
    snapshots = new RefSnapshots({ maxBytes: 100_000, orphanMs: 86_400_000 });
    await read();
    await read();
    expect(git.asked).toBe(2);
    const movement = snapshots.movement(REPOSITORY);
    movement.begin();
    movement.lose();
    movement.end([]);
    await read();
    await read();
    expect(git.asked).toBe(4);
  });

  it('keeps no more than its memory, and nothing of a repository that is not there or was removed', async () => {
    const small = new RefSnapshots({ maxBytes: 300, orphanMs: 0 });
    void small.read(REPOSITORY, git.load);
    await git.answer();
    expect(small.known(REPOSITORY)).toBeUndefined();
    await snapshots.read('/storage/none.git' as RepositoryPath, () => Promise.resolve(null));
    expect(snapshots.known('/storage/none.git' as RepositoryPath)).toBeUndefined();
    await read();
    await snapshots.release(REPOSITORY);
    expect(snapshots.known(REPOSITORY)).toBeUndefined();
  });
});
