import fc from 'fast-check';
import { Git as Client } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { newCommit } from './commit-text.js';
import { newObject, type NewObject } from './new-object.js';
import { ObjectsRefused } from './objects-writer.js';
import { TreeEdit } from './tree-edit.js';

let scratch: GitScratch;
let repository: RepositoryPath;
let client: Client;

beforeAll(async () => {
  scratch = await makeGitScratch();
  repository = await scratch.repository('objects');
  client = new Client(repository);
});

afterAll(() => scratch?.close());

const blob = (content: string | Buffer) => newObject('blob', () => Buffer.from(content));
const signature = { name: 'Ada <x>\n', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: -90 };

async function write(...objects: NewObject[]): Promise<ObjectId | undefined> {
  await scratch.git.objectsWriter.write(repository, objects);
  return objects.at(-1)?.id;
}

async function text(...argv: string[]): Promise<string> {
  return (await client.run(argv)).toString();
}

describe('new objects', () => {
  it('are what git makes of the same content', async () => {
    const contents = ['', 'a\n', 'x'.repeat(17_000), Buffer.alloc(3 * 1024 * 1024, 'noise'), Buffer.from([0, 255, 10])];
    const blobs = await Promise.all(contents.map(blob));
    await write(...blobs, ...blobs);
    for (const [index, { id }] of blobs.entries())
      expect((await client.run(['cat-file', 'blob', id])).equals(Buffer.from(contents[index]!))).toBe(true);
    await client.run(['fsck', '--strict']);
  });

  it('become a commit with signatures that hold nothing but themselves', async () => {
    const tree = await newObject('tree', () => Buffer.alloc(0));
    const first = await newCommit({
      tree: tree.id,
      parents: [],
      author: signature,
      committer: signature,
      message: 'é',
    });
    const content = { tree: tree.id, parents: [first.id], author: signature, committer: { ...signature, name: '' } };
    const id = await write(tree, first, await newCommit({ ...content, message: '' }));
    expect(await text('log', '--format=%an|%ae|%ai|%B', id!)).toBe(
      'Ada  x|ada@example.com|2017-07-14 01:10:00 -0130|\nAda  x|ada@example.com|2017-07-14 01:10:00 -0130|é\n',
    );
    await client.run(['fsck', '--strict', id!]);
  });

  it('are refused as in a push', async () => {
    const other = await scratch.repository('refusals');
    const modules = await blob('[submodule "x"]\n\tpath = x\n\turl = -u./evil\n');
    const edit = new TreeEdit(scratch.git.objects, other, null);
    await edit.put(['.gitmodules'], { mode: '100644', id: modules.id });
    const { trees } = await edit.finish();
    const refused = scratch.git.objectsWriter.write(other, [modules, ...trees]);
    await expect(refused).rejects.toThrow(ObjectsRefused);
    await expect(refused).rejects.toMatchObject({ reason: expect.stringContaining('submodule url') });
  });
});

describe('edits of a tree', () => {
  const names = ['a', 'a.b', 'a0', 'b', 'é', 'name with spaces'];
  const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
  const change = fc.record({ path, remove: fc.boolean() });

  it('make the trees that git makes, in one edit and over several', async () => {
    const { id } = await blob('content\n');
    await write(await blob('content\n'));
    const check = async (changes: { path: string[]; remove: boolean }[], cut: number) => {
      const files = new Set<string>();
      let tree: ObjectId | null = null;
      for (const part of [changes.slice(0, cut), changes.slice(cut)]) {
        const edit: TreeEdit = new TreeEdit(scratch.git.objects, repository, tree);
        for (const { path, remove } of part) {
          const found = await edit.find(path);
          const name = path.join('/');
          expect(typeof found === 'object' && found !== null).toBe(files.has(name));
          expect(found === 'folder').toBe([...files].some((file) => file.startsWith(`${name}/`)));
          if (remove && files.delete(name)) await edit.remove(path);
          if (!remove && found === null) {
            files.add(name);
            await edit.put(path, { mode: '100755', id });
          }
        }
        const { root, trees } = await edit.finish();
        await write(...trees);
        tree = root;
      }
      const listed = (await client.run(['ls-tree', '-r', '-z', '--name-only', tree!])).toString();
      expect(new Set(listed.split('\0').filter(Boolean))).toEqual(files);
    };
    await fc.assert(fc.asyncProperty(fc.array(change, { maxLength: 20 }), fc.nat(20), check), { numRuns: 20 });
    // git reports any wrong order of the entries.
    await client.run(['fsck', '--strict']);
  });

  it('keep names that are no UTF-8, and modes as they are', async () => {
    const { id } = await blob('content\n');
    const row = (mode: string, name: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]);
    const rows = [row('100664', '\xe9'), row('120000', '\xff')];
    const tree = await write(await newObject('tree', () => Buffer.concat(rows)));
    const edit = new TreeEdit(scratch.git.objects, repository, tree!);
    await edit.put(['z'], { mode: '100644', id });
    const { root, trees } = await edit.finish();
    await write(...trees);
    const content = (await client.run(['cat-file', 'tree', root])).toString('latin1');
    expect(content).toBe(Buffer.concat([row('100644', 'z'), ...rows]).toString('latin1'));
  });
});
