import { makeRepository, type SampleRepository } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { Git } from '../git.js';
import { EVERYTHING } from './read-rights.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseRepositoryPath, parseTreePath, ROOT_PATH, type RepositoryPath } from '../refs/paths.js';
import { parseBranchName, type BranchName, type RefName } from '../refs/ref-name.js';
import { parseRevision } from '../refs/revision.js';

describe('reading a repository', () => {
  let scratch: GitScratch;
  let git: Git;
  let sample: SampleRepository;
  let repository: RepositoryPath;
  let empty: RepositoryPath;
  let missing: RepositoryPath;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    git = scratch.git;
    sample = await makeRepository('reads');
    repository = parseRepositoryPath(sample.git.folder)!;
    empty = await scratch.repository('empty');
    missing = scratch.pathOf('missing');
  });

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  const idOf = async (revision: string): Promise<ObjectId> => objectIdFromGit(await sample.git.idOf(revision));
  const resolve = (revision: string, where = repository): Promise<ObjectId | null> =>
    git.revisions.resolve(where, parseRevision(revision)!, EVERYTHING);

  /** Returns git's output in bytes, as text of one byte a character: names need not be UTF-8. */
  const raw = async (...args: string[]): Promise<string> => (await sample.git.run(args)).toString('latin1');

  describe('revisions', () => {
    it('are branches, tags, refs, ids and steps from there', async () => {
      const main = await idOf('main');
      for (const name of [
        'main',
        'HEAD',
        'refs/heads/main',
        'heads/main',
        'v1.0',
        'refs/tags/v1.0',
        'light/latest',
        main,
      ]) {
        expect([name, await resolve(name)]).toEqual([name, main]);
      }
      for (const short of [main.slice(0, 12), main.slice(0, 12).toUpperCase()]) expect(await resolve(short)).toBe(main);
      for (const name of [
        'main~3',
        'main^',
        'v1.0~2^0',
        'tag-of-a-tag^{}',
        'fix/ünïcode-日本',
        'odd/dots.in.name.json',
      ]) {
        expect([name, await resolve(name)]).toEqual([name, await idOf(`${name}^{commit}`)]);
      }
    });

    it('that name no commit are null', async () => {
      const tree = await idOf('main^{tree}');
      for (const name of [
        'nothing',
        'tag-of-a-blob',
        'main~100000',
        'f'.repeat(40),
        tree,
        'abcd',
        'topic',
        'refs/heads/none',
      ]) {
        expect([name, await resolve(name)]).toEqual([name, null]);
      }
      for (const where of [empty, missing]) {
        for (const name of ['master', 'HEAD', 'a'.repeat(40)]) expect(await resolve(name, where)).toBeNull();
      }
    });

    it('of a branch win over a tag, and full ids over both', async () => {
      const [main, root] = [await idOf('main'), await idOf('v0.1')];
      await sample.git.run(['update-ref', 'refs/heads/both', root]);
      await sample.git.run(['update-ref', 'refs/tags/both', main]);
      await sample.git.run(['update-ref', `refs/heads/${main}`, root]);
      const find = (name: string): unknown => git.revisions.find(repository, parseRevision(name)!, EVERYTHING);
      expect(await find('both')).toEqual({ commit: root, kind: 'branch' });
      expect(await find('tags/both')).toEqual({ commit: main, kind: 'ref' });
      expect(await find('v1.0')).toEqual({ commit: main, kind: 'tag' });
      expect(await find(main)).toEqual({ commit: main, kind: 'id' });
      for (const ref of ['refs/heads/both', 'refs/tags/both', `refs/heads/${main}`])
        await sample.git.run(['update-ref', '-d', ref]);
    });

    it('that look like described ids are the refs of that name only', async () => {
      const main = await idOf('main');
      const name = `v9-3-g${main.slice(0, 10)}`;
      expect(await resolve(name)).toBeNull();
      await sample.git.run(['update-ref', `refs/heads/${name}`, await idOf('v0.1')]);
      expect(await resolve(name)).toBe(await idOf('v0.1'));
      await sample.git.run(['update-ref', '-d', `refs/heads/${name}`]);
      expect(await git.refs.tip(repository, `refs/heads/${name}` as RefName)).toBeNull();
    });

    it('follow the refs at once', async () => {
      const [main, root] = [await idOf('main'), await idOf('v0.1')];
      for (const id of [main, root, main]) {
        await sample.git.run(['update-ref', 'refs/heads/moving', id]);
        expect(await resolve('moving')).toBe(id);
      }
      await sample.git.run(['pack-refs', '--all']);
      expect(await resolve('moving')).toBe(main);
      await sample.git.run(['update-ref', '-d', 'refs/heads/moving']);
      expect(await resolve('moving')).toBeNull();
    });
  });

  describe('trees', () => {
    /** Returns git's own listing in the order of the API. */
    async function listing(args: readonly string[]): Promise<string[]> {
      const rows = (await raw('ls-tree', '-z', ...args)).split('\0').filter((row) => row !== '');
      const groups = ['tree', 'blob', 'commit'].map((type) =>
        rows
          .filter((row) => row.split(' ')[1] === type)
          .map((row) => ({ row, path: row.slice(row.indexOf('\t') + 1) }))
          .sort((a, b) => (a.path < b.path ? -1 : 1)),
      );
      return groups.flat().map(({ row }) => Buffer.from(row, 'latin1').toString('utf8'));
    }

    it.each(['', 'odd', 'order', 'src', 'odd/ünïcödé', '--help/-x'])('list %j like git', async (path) => {
      const main = await idOf('main');
      for (const recursive of [false, true]) {
        const listed = await git.trees.list(repository, main, parseTreePath(path)!, { recursive });
        const rows = listed
          .page(parseTreePath(path)!)
          .map((row) => `${row.mode} ${row.type} ${row.id}\t${row.path.slice(path === '' ? 0 : path.length + 1)}`);
        const tree = path === '' ? main : await idOf(`${main}:${path}`);
        expect(rows).toEqual(await listing([...(recursive ? ['-r', '-t'] : []), tree]));
        expect(listed.total).toBe(rows.length);
      }
    });

    it('have nothing for unknown paths, files, submodules and unknown commits', async () => {
      const main = await idOf('main');
      for (const path of ['none', 'README.md', 'README.md/x', 'odd/none', 'vendor/lib', 'vendor/lib/x']) {
        for (const recursive of [false, true]) {
          expect((await git.trees.list(repository, main, parseTreePath(path)!, { recursive })).total).toBe(0);
        }
      }
      expect((await git.trees.list(repository, 'a'.repeat(40) as ObjectId, ROOT_PATH)).total).toBe(0);
      expect((await git.trees.list(missing, main, ROOT_PATH)).total).toBe(0);
    });

    it('find single entries', async () => {
      const main = await idOf('main');
      const entry = await git.trees.entryAt(repository, main, parseTreePath('odd/new\nline.txt')!);
      expect(entry?.id).toBe(await idOf('main:odd/new\nline.txt'));
      expect((await git.trees.entryAt(repository, main, parseTreePath('vendor/lib')!))?.mode).toBe('160000');
      expect(await git.trees.entryAt(repository, main, ROOT_PATH)).toBeNull();
      expect(await git.trees.treeAt(repository, main, parseTreePath('odd')!)).toBe(await idOf('main:odd'));
    });
  });

  describe('blobs', () => {
    it.each(['README.md', 'empty.txt', 'img/logo.png', 'link'])('%s has its bytes', async (path) => {
      const id = await idOf(`main:${path}`);
      const expected = await sample.git.run(['cat-file', 'blob', id]);
      const blob = (await git.blobs.find(repository, id))!;
      expect([blob.id, blob.size]).toEqual([id, expected.length]);
      expect(await blob.bytes()).toEqual(expected);
      expect(Buffer.concat(await blob.stream().toArray())).toEqual(expected);
    });

    it('of megabytes come from a process of their own', async () => {
      const content = Buffer.alloc(3 * 1024 * 1024, 'large ');
      const id = objectIdFromGit(
        (await sample.git.run(['hash-object', '-w', '--stdin'], { input: content })).toString().trim(),
      );
      const blob = (await git.blobs.find(repository, id))!;
      expect(blob.size).toBe(content.length);
      expect(Buffer.concat(await blob.stream().toArray()).equals(content)).toBe(true);
      expect((await blob.bytes()).equals(content)).toBe(true);
      const stream = blob.stream();
      for await (const chunk of stream) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect(stream.destroyed).toBe(true);
    });

    it('are nothing else', async () => {
      for (const revision of ['main', 'main^{tree}', 'v1.0']) {
        expect(await git.blobs.find(repository, await idOf(revision))).toBeNull();
      }
      expect(await git.blobs.find(repository, 'a'.repeat(40) as ObjectId)).toBeNull();
      expect(await git.blobs.find(missing, await idOf('main:README.md'))).toBeNull();
    });
  });

  describe('commits', () => {
    it('are those of git, one by one', async () => {
      const ids = (await sample.git.lines('rev-list', '--all')).map(objectIdFromGit);
      expect(ids.length).toBeGreaterThan(300);
      const commits = await git.objects.commits(repository, ids);
      const seen = commits.map(({ id, tree, parents, author, committer }) =>
        [id, tree, parents.join(' '), author.email, author.seconds, committer.email, committer.seconds].join('|'),
      );
      expect(seen).toEqual(await sample.git.lines('log', '--all', '--format=%H|%T|%P|%ae|%at|%ce|%ct'));
    });

    it('have the names, time zones and messages of git', async () => {
      const ids = (await sample.git.lines('rev-list', 'main')).map(objectIdFromGit);
      const shown = (await sample.git.run(['log', '-z', '--format=%an%n%ad%n%B', '--date=format:%z', 'main']))
        .toString('utf8')
        .split('\0');
      const commits = await git.objects.commits(repository, ids);
      commits.forEach(({ author, message }, index) => {
        const [name, zone, ...lines] = shown[index]!.split('\n');
        const minutes = Math.abs(author.offsetMinutes);
        const digits = `${Math.floor(minutes / 60)}`.padStart(2, '0') + `${minutes % 60}`.padStart(2, '0');
        expect([author.name, (author.offsetMinutes < 0 ? '-' : '+') + digits]).toEqual([name, zone]);
        // git trims the displayed text; %B of bytes that are no UTF-8 shows them unchanged.
        expect(message.trim()).toBe(lines.join('\n').trim());
      });
    });

    it('of other objects are null', async () => {
      expect(await git.objects.commit(repository, await idOf('main:README.md'))).toBeNull();
      expect(await git.objects.tree(repository, await idOf('main'))).toBeNull();
      expect((await git.objects.tag(repository, await idOf('v1.0')))?.message).toBe(
        'Version 1.0\n\nWith a longer text.\n',
      );
      expect(await git.objects.tag(repository, await idOf('main'))).toBeNull();
    });
  });

  describe('history', () => {
    it('has pages in the order of git log, with the total', async () => {
      const all = await sample.git.lines('rev-list', 'main');
      const tip = await idOf('main');
      expect(await git.history.page(repository, { tip }, { offset: 0, limit: 20 })).toEqual({
        ids: all.slice(0, 20),
        total: all.length,
      });
      expect((await git.history.page(repository, { tip }, { offset: 200, limit: 100 })).ids).toEqual(
        all.slice(200, 300),
      );
      expect(await git.history.page(repository, { tip }, { offset: all.length, limit: 20 })).toEqual({
        ids: [],
        total: all.length,
      });
    });

    it.each(['README.md', 'docs', 'odd/new\nline.txt', ':(glob)pathspec/**.txt', '-rf', 'odd/star*.txt', 'none'])(
      'of the path %j is that of git',
      async (path) => {
        const { ids } = await git.history.page(
          repository,
          { tip: await idOf('main'), path: parseTreePath(path)! },
          { offset: 0, limit: 500 },
        );
        expect(ids).toEqual(await sample.git.lines('--literal-pathspecs', 'log', '--format=%H', 'main', '--', path));
      },
    );

    it('of a time is that of git, to the second', async () => {
      const dates = (await sample.git.lines('log', '--format=%ct', 'main')).map(Number);
      const [since, until] = [dates[150]!, dates[50]!];
      const tip = await idOf('main');
      const window = { offset: 0, limit: 1000 };
      const { ids } = await git.history.page(
        repository,
        { tip, since: new Date(since * 1000), until: new Date(until * 1000) },
        window,
      );
      expect(ids).toEqual(
        await sample.git.lines('log', '--format=%H', `--since=@${since} +0000`, `--until=@${until} +0000`, 'main'),
      );
      expect(ids.length).toBeGreaterThan(50);
      const after = await git.history.page(repository, { tip, since: new Date(until * 1000 + 1) }, window);
      expect(after.ids).toEqual(await sample.git.lines('log', '--format=%H', `--since=@${until + 1} +0000`, 'main'));
      for (const query of [{ until: new Date(-1) }, { since: new Date('9000-01-01') }]) {
        expect(await git.history.page(repository, { tip, ...query }, window)).toEqual({ ids: [], total: 0 });
      }
      expect(
        (await git.history.page(repository, { tip, since: new Date(-1), until: new Date('9000-01-01') }, window)).total,
      ).toBe(dates.length);
    });

    it('longer than the bound has no total, and yet all pages', async () => {
      const bounded = await makeGitScratch({ countBound: 100 });
      try {
        const all = await sample.git.lines('rev-list', 'main');
        const tip = await idOf('main');
        for (let offset = 0; offset <= all.length; offset += 60) {
          expect(await bounded.git.history.page(repository, { tip }, { offset, limit: 60 })).toEqual({
            ids: all.slice(offset, offset + 60),
            total: null,
          });
        }
        const old = objectIdFromGit(all.at(-100)!);
        const count = Number(await sample.git.text('rev-list', '--count', old));
        const page = await bounded.git.history.page(repository, { tip: old }, { offset: 0, limit: 10 });
        expect(page.total).toBe(count <= 100 ? count : null);
      } finally {
        await bounded.close();
      }
    });

    it('is counted exactly, from whatever was counted before', async () => {
      for (const revision of ['main', 'main~50', 'gh-pages', 'feature/login', 'v0.1', 'main']) {
        const count = Number(await sample.git.text('rev-list', '--count', revision));
        expect([revision, await git.history.count(repository, await idOf(`${revision}^{commit}`))]).toEqual([
          revision,
          count,
        ]);
      }
    });
  });

  describe('branches', () => {
    it('are those of git by the bytes of their names', async () => {
      const expected = (
        await sample.git.lines('for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads/')
      ).map((line) => {
        const [name, tip] = [line.slice(0, -41), line.slice(-40)];
        return { name, tip };
      });
      expect(await git.branches.list(repository)).toEqual(expected);
      for (const branch of expected)
        expect(await git.branches.find(repository, parseBranchName(branch.name)!)).toEqual(branch);
      expect(await git.branches.find(repository, 'none' as BranchName)).toBeNull();
      for (const where of [empty, missing]) expect(await git.branches.list(where)).toEqual([]);
      expect([
        await git.refs.hasBranches(repository),
        await git.refs.hasBranches(empty),
        await git.refs.hasBranches(missing),
      ]).toEqual([true, false, false]);
    });

    it('are merged when they are part of the default branch, but not its tip', async () => {
      const branches = await git.branches.list(repository);
      const main = await idOf('main');
      const names = await sample.git.lines(
        'for-each-ref',
        '--merged=main',
        '--format=%(refname:lstrip=2)',
        'refs/heads/',
      );
      const expected = branches.filter(({ name, tip }) => names.includes(name) && tip !== main).map(({ name }) => name);
      expect(expected).toContain('same-as-main');
      for (let round = 0; round < 2; round += 1) {
        const merged = await git.branches.merged(repository, branches);
        expect(branches.filter(({ tip }) => merged.has(tip)).map(({ name }) => name)).toEqual(expected);
      }
      for (const where of [empty, missing]) expect((await git.branches.merged(where, branches)).size).toBe(0);
    });

    it('have a default, also before it exists', async () => {
      expect(await git.branches.default(repository)).toBe(
        (await sample.git.text('symbolic-ref', '--short', 'HEAD')) || null,
      );
      expect(await git.branches.default(empty)).toBe('master');
      expect(await git.branches.default(missing)).toBeNull();
    });

    it('are ancestors of each other or not', async () => {
      const [main, old, other] = [await idOf('main'), await idOf('main~20'), await idOf('gh-pages')];
      const contains = (a: ObjectId, b: ObjectId): Promise<boolean> => git.ancestry.contains(repository, a, b);
      expect([
        await contains(old, main),
        await contains(main, old),
        await contains(main, main),
        await contains(other, main),
      ]).toEqual([true, false, true, false]);
      expect(await contains(await idOf('tag-of-a-blob'), main)).toBe(false);
    });

    it('and tags are in the snapshot', async () => {
      const refs = await git.refs.snapshot(repository);
      const lines = await sample.git.lines('for-each-ref', '--format=%(objectname) %(refname)');
      expect([...refs].map(([ref, id]) => `${id} ${ref}`)).toEqual(lines);
      expect([...(await git.refs.snapshot(repository, ['refs/tags/v1.0'])).keys()]).toEqual(['refs/tags/v1.0']);
      expect(await git.refs.snapshot(missing)).toEqual(new Map());
    });
  });
});
