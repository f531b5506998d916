import { chmod, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { GitError, GitOutputLimit, GitTimeout, GitUnavailable, RepositoryMissing } from '../process/errors.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { Libgit2Host } from './libgit2-host.js';
import { Libgit2 } from './libgit2.js';

const FOLDER = process.env['HEARTH_NODEGIT']!;
const MiB = 1024 * 1024;

let scratch: GitScratch;
let repository: RepositoryPath;
let git: Git;
let engine: Libgit2;

beforeAll(async () => {
  engine = await Libgit2.open(FOLDER);
  scratch = await makeGitScratch({ engine });
  repository = await scratch.repository('libgit2');
  git = new Git(repository);
});

afterAll(() => scratch.close());

const write = async (args: string[], input: Buffer | string = ''): Promise<ObjectId> =>
  objectIdFromGit((await git.run(args, { input })).toString().trim());
const blob = (content: Buffer | string) => write(['hash-object', '-w', '--stdin'], content);
/** A commit of these files. */
async function commit(files: Record<string, string>, ...parents: ObjectId[]): Promise<ObjectId> {
  const rows = await Promise.all(
    Object.entries(files).map(async ([name, content]) => `100644 blob ${await blob(content)}\t${name}\n`),
  );
  const tree = await write(['mktree'], rows.join(''));
  return write(['commit-tree', '-m', 'x', ...parents.flatMap((parent) => ['-p', parent]), tree]);
}
const residentBytes = async (pid: number): Promise<number> =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]);

describe('libgit2', () => {
  it('answers for what is not there as git does', async () => {
    const nowhere = scratch.pathOf('nowhere');
    const id = 'ab'.repeat(20) as ObjectId;
    expect(await engine.object(repository, id, MiB)).toBeNull();
    expect(await engine.object(nowhere, id, MiB)).toBeNull();
    await expect(engine.listing(nowhere, id, { maxBytes: MiB })).rejects.toThrow(RepositoryMissing);
    await expect(engine.canMerge(nowhere, id, id)).rejects.toThrow(RepositoryMissing);
    await expect(engine.merge(repository, id, id)).rejects.toThrow(GitError);
    await expect(engine.listing(repository, id, { maxBytes: MiB })).rejects.toThrow(GitError);
  });

  it('gives no more bytes than were asked for', async () => {
    const id = await blob(Buffer.alloc(MiB + 1, 'x'));
    expect(await engine.object(repository, id, MiB)).toEqual({ type: 'blob', size: MiB + 1, content: null });
    const tree = await git.text('rev-parse', `${await commit({ a: 'a', b: 'b' })}^{tree}`);
    await expect(engine.listing(repository, tree as ObjectId, { maxBytes: 60 })).rejects.toThrow(GitOutputLimit);
  });

  it('tells what is damaged from what is missing', async () => {
    const id = await blob('will be damaged');
    const file = path.join(repository, 'objects', id.slice(0, 2), id.slice(2));
    await chmod(file, 0o644);
    await writeFile(file, 'damaged');
    await expect(engine.object(repository, id, MiB)).rejects.toThrow(GitError);
  });

  it('leaves nothing behind where a merge is only tried, and the tree where it is made', async () => {
    const base = await commit({ file: 'a\nb\nc\nd\ne\n', other: 'x' });
    const ours = await commit({ file: 'A\nb\nc\nd\ne\n', other: 'x' }, base);
    const theirs = await commit({ file: 'a\nb\nc\nd\nE\n', other: 'x' }, base);
    const before = await readdir(path.join(repository, 'objects'), { recursive: true });
    expect(await engine.canMerge(repository, ours, theirs)).toBe(true);
    expect(await readdir(path.join(repository, 'objects'), { recursive: true })).toEqual(before);
    const merged = await engine.merge(repository, ours, theirs);
    expect(await git.text('show', `${merged}:file`)).toBe('A\nb\nc\nd\nE');
  });

  it('follows a repack', async () => {
    const [one, two] = [await commit({ one: '1' }), await commit({ two: '2' })];
    await git.run(['update-ref', 'refs/heads/one', one]);
    await git.run(['update-ref', 'refs/heads/two', two]);
    expect(await engine.object(repository, one, MiB)).toMatchObject({ type: 'commit' });
    for (const flags of [['-adq'], ['-adfq', '--write-midx', '--window=1']]) {
      await git.run(['repack', ...flags]);
      await git.run(['update-ref', 'refs/heads/more', await commit({ more: flags.join() })]);
      const tip = objectIdFromGit(await git.idOf('more'));
      for (const id of [tip, two, one])
        expect(await engine.object(repository, id, MiB)).toMatchObject({ type: 'commit' });
      expect(await engine.merge(repository, two, tip)).toMatch(/^[0-9a-f]{40}$/);
    }
  });
});

describe('the process with libgit2', () => {
  const opened: Libgit2Host[] = [];
  const open = async (answerMs: number): Promise<Libgit2Host> => {
    const host = await Libgit2Host.open(FOLDER, { answerMs });
    opened.push(host);
    return host;
  };

  afterEach(async () => {
    for (const host of opened.splice(0)) await host.close();
  });

  const object = (id: ObjectId) => ({ name: 'object' as const, repository, id, maxBytes: MiB });

  it('is started again for what it was asked when it died', async () => {
    const id = await blob('x');
    const host = await open(20_000);
    const first = host.pid!;
    process.kill(first, 'SIGSTOP');
    const asked = [host.ask(object(id)), host.ask(object(id))];
    process.kill(first, 'SIGKILL');
    expect(await Promise.all(asked)).toMatchObject([{ type: 'blob' }, { type: 'blob' }]);
    expect(host.pid).not.toBe(first);
  });

  it('is killed when an answer takes too long, and the next question has another one', async () => {
    const id = await blob('x');
    const host = await open(1000);
    const first = host.pid!;
    process.kill(first, 'SIGSTOP');
    await expect(host.ask(object(id))).rejects.toThrow(GitTimeout);
    expect(await host.ask(object(id))).toMatchObject({ type: 'blob' });
  });

  it('is left by a caller who goes away', async () => {
    const host = await open(20_000);
    const leaving = new AbortController();
    process.kill(host.pid!, 'SIGSTOP');
    const asked = host.ask(object(await blob('x')), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    process.kill(host.pid!, 'SIGCONT');
  });

  it('gives back the memory of what it has read', async () => {
    const id = await blob(Buffer.alloc(8 * MiB, 'x'));
    const host = await open(20_000);
    for (let count = 0; count < 100; count += 1) await host.ask(object(id));
    expect(await residentBytes(host.pid!)).toBeLessThan(500 * MiB);
  });

  it('has none of the secrets of the service', async () => {
    process.env['HEARTH_SECRET_FOR_THIS_SPEC'] = 'secret';
    try {
      expect(await readFile(`/proc/${(await open(1000)).pid}/environ`, 'utf8')).not.toContain('secret');
    } finally {
      delete process.env['HEARTH_SECRET_FOR_THIS_SPEC'];
    }
  });

  it('refuses reads once it is closed', async () => {
    const host = await open(1000);
    await host.close();
    await expect(host.ask(object('ab'.repeat(20) as ObjectId))).rejects.toThrow(GitUnavailable);
    await expect(Libgit2Host.open('/usr', { answerMs: 1000 })).rejects.toThrow(GitUnavailable);
  });
});
