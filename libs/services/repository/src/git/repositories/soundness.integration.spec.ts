import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Git as Client, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import type { RepositoryPath } from '../refs/paths.js';
import { soundness } from './soundness.js';

describe('the soundness of a repository', () => {
  let folder: TemporaryFolder;
  let repository: RepositoryPath;
  let client: Client;

  beforeEach(async () => {
    folder = await makeTemporaryFolder('soundness');
    repository = path.join(folder.path, 'sound.git') as RepositoryPath;
    await new Client(folder.path).run(['init', '--quiet', '--bare', repository]);
    client = new Client(repository);
  });
  afterEach(() => folder?.remove());

  async function commit(): Promise<{ blob: string; id: string }> {
    const blob = await client.text('hash-object', '-w', path.join(repository, 'HEAD'));
    const stdout = await client.run(['mktree'], { input: `100644 blob ${blob}\tfile\n` });
    const id = await client.text('commit-tree', '-m', 'first', String(stdout).trim());
    await client.run(['update-ref', 'refs/heads/main', id]);
    return { blob, id };
  }

  it('is there with all objects, and in an empty one', async () => {
    expect(await soundness(repository)).toBeNull();
    await commit();
    expect(await soundness(repository)).toBeNull();
  });

  it('is none where an object is missing', async () => {
    const { blob } = await commit();
    await rm(path.join(repository, 'objects', blob.slice(0, 2), blob.slice(2)));
    expect(await soundness(repository)).toContain(`missing blob ${blob}`);
  });

  it('is none where a pack cannot be read, or there is no repository', async () => {
    await commit();
    await client.run(['repack', '-adq']);
    const packs = path.join(repository, 'objects/pack');
    const [pack] = (await readdir(packs)).filter((name) => name.endsWith('.pack'));
    await rm(path.join(packs, pack!));
    expect(await soundness(repository)).toMatch(/error|missing|invalid/);
    await rm(repository, { recursive: true });
    expect(await soundness(repository)).toBe('there is no repository in its folder');
  });

  it('is not asked of the form of old commits', async () => {
    const { id } = await commit();
    const tree = await client.text('rev-parse', `${id}^{tree}`);
    const text = `tree ${tree}\nauthor A <a@b> 1 +051800\ncommitter <a@b> 1 +0000\n\nold\n`;
    const stdout = await client.run(['hash-object', '-w', '-t', 'commit', '--stdin', '--literally'], { input: text });
    await client.run(['update-ref', 'refs/heads/old', String(stdout).trim()]);
    expect(await soundness(repository)).toBeNull();
  });
});
