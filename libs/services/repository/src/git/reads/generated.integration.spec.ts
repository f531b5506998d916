import { Git } from '@hearth/testing';
import fc from 'fast-check';
import { generatedHistory, writeHistory } from '../../testing/generated-history.js';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseTreePath, ROOT_PATH, type RepositoryPath, type TreePath } from '../refs/paths.js';

let scratch: GitScratch;
let repository: RepositoryPath;
let git: Git;
let runs = 0;

beforeAll(async () => {
  scratch = await makeGitScratch();
  repository = await scratch.repository('generated');
  git = new Git(repository);
});

afterAll(() => scratch.close());

/** Runs a check on the commits of eight generated histories. */
function onHistories(
  check: (ids: readonly ObjectId[]) => Promise<void>,
  histories = generatedHistory(),
  parameters: fc.Parameters<unknown> = {},
): Promise<void> {
  const property = fc.asyncProperty(histories, async (history) => {
    runs += 1;
    await check((await writeHistory(git, history, `run/${runs}`)).map(objectIdFromGit));
  });
  return fc.assert(property, { numRuns: 8, ...parameters });
}

const latin1 = async (...args: string[]): Promise<string> => (await git.run(args)).toString('latin1');
const rows = (text: string): string[] => text.split('\0').filter(Boolean);
const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

/** Rows as `git ls-tree` prints them, in the order of the API. */
function ordered(lines: readonly string[]): string[] {
  const types = ['tree', 'blob', 'commit'];
  const keyOf = (line: string): string => `${types.indexOf(line.split(' ')[1]!)} ${line.slice(line.indexOf('\t'))}`;
  return [...lines].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(utf8);
}

async function listed(commit: ObjectId, path: TreePath, recursive: boolean): Promise<string[]> {
  const listing = await scratch.git.trees.list(repository, commit, path, { recursive });
  return listing.page(path).map(({ mode, type, id, path: full }) => `${mode} ${type} ${id}\t${full}`);
}

describe('what is read of generated repositories is what git prints', () => {
  it('of their trees, at every folder', async () => {
    await onHistories(async (ids) => {
      for (const id of ids.slice(-3)) {
        for (const recursive of [false, true]) {
          const flags = recursive ? ['-r', '-t'] : [];
          expect(await listed(id, ROOT_PATH, recursive)).toEqual(
            ordered(rows(await latin1('ls-tree', '-z', ...flags, id))),
          );
        }
      }
      const folders = rows(await latin1('ls-tree', '-z', '-r', '-d', '--name-only', ids.at(-1)!)).map(utf8);
      for (const folder of folders.filter((each) => !each.includes('\ufffd'))) {
        const within = rows(await latin1('ls-tree', '-z', `${ids.at(-1)}:${Buffer.from(folder).toString('utf8')}`));
        const shown = (await listed(ids.at(-1)!, parseTreePath(folder)!, false)).map((row) =>
          row.replace(`\t${folder}/`, '\t'),
        );
        expect(shown).toEqual(ordered(within));
      }
    });
  });

  it('of their commits', async () => {
    const format = '%T%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ct%x00%B';
    await onHistories(async (ids) => {
      for (const id of ids.slice(-4)) {
        const [tree, parents, author, email, authored, committer, committed, message] = (
          await git.run(['log', '-1', `--format=tformat:${format}`, '--encoding=UTF-8', id])
        )
          .toString('utf8')
          .split('\0');
        const commit = (await scratch.git.objects.commit(repository, id))!;
        expect([commit.tree, commit.parents.join(' ')]).toEqual([tree, parents]);
        expect([commit.author.name, commit.author.email, `${commit.author.seconds}`]).toEqual([
          author,
          email,
          authored,
        ]);
        expect([commit.committer.name, `${commit.committer.seconds}`]).toEqual([committer, committed]);
        expect(commit.message.trimEnd()).toBe(message!.trimEnd());
      }
    });
  });

  it('of their histories, by path, from both sides and with clocks that run backwards', async () => {
    await onHistories(async (ids) => {
      const tip = ids.at(-1)!;
      const window = { offset: 0, limit: 100 };
      const page = async (query: object) => (await scratch.git.history.page(repository, { tip, ...query }, window)).ids;
      expect(await page({})).toEqual(await git.lines('rev-list', tip));
      expect(await page({ without: ids[0] })).toEqual(await git.lines('rev-list', tip, `^${ids[0]}`));
      for (const path of ['a', 'a/b', '*', ':(top)', '-x'])
        expect(await page({ path })).toEqual(await git.lines('--literal-pathspecs', 'rev-list', tip, '--', path));
      const at = new Date(1_500_000_020_000);
      expect(await page({ since: at })).toEqual(await git.lines('rev-list', `--since=@${1_500_000_020} +0000`, tip));
    });
  });

  it('of their merge bases, of what contains what, and of how far they are from each other', async () => {
    await onHistories(async (ids) => {
      const tip = ids.at(-1)!;
      const distances = await scratch.git.distances.of(repository, tip, ids);
      for (const id of ids.slice(0, 4)) {
        const [behind, ahead] = (await git.text('rev-list', '--count', '--left-right', `${tip}...${id}`)).split('\t');
        expect(distances.get(id)).toEqual({ ahead: Number(ahead), behind: Number(behind) });
        const { stdout } = await git.attempt(['merge-base', tip, id]);
        expect((await scratch.git.ancestry.mergeBase(repository, [tip, id])) ?? '').toBe(stdout.toString().trim());
      }
      const contained = new Set(await git.lines('rev-list', tip));
      expect(await scratch.git.ancestry.containedIn(repository, tip, ids)).toEqual(contained);
    });
  });

  it('of their merges', async () => {
    const outcomes = { clean: 0, conflict: 0 };
    const flags = ['--write-tree', '--no-messages', '--allow-unrelated-histories'];
    const check = async (ids: readonly ObjectId[]) => {
      for (const [index, ours] of ids.slice(-4).entries()) {
        const theirs = ids[index]!;
        const { code, stdout } = await git.attempt(['merge-tree', ...flags, ours, theirs]);
        const merged = await scratch.git.merges.merge(repository, ours, theirs);
        expect(merged).toBe(code === 0 ? stdout.toString().trim() : null);
        expect(await scratch.git.merges.canMerge(repository, ours, theirs)).toBe(merged !== null);
        outcomes[merged ? 'clean' : 'conflict'] += 1;
      }
    };
    // A fixed seed: both outcomes must occur, and none of the known differences of libgit2.
    await onHistories(check, generatedHistory(['100644', '120000']), {
      seed: 4711,
      numRuns: 20,
    });
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
  });
});
