import { PassThrough } from 'node:stream';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { makeHost, type GitHost } from '../../testing/git-host.js';
import { client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { EVERYTHING } from '../reads/read-rights.js';
import { parseObjectId, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseRefName, type RefName } from '../refs/ref-name.js';
import type { GitService } from './advertise.js';

describe('an advertisement', () => {
  let scratch: GitScratch;
  let host: GitHost;
  let sample: SampleRepository;
  let repository: RepositoryPath;
  let main: ObjectId;

  beforeAll(async () => {
    scratch = await makeGitScratch({ orphanMs: 0 });
    host = await makeHost(scratch.git, scratch.storage);
    sample = await makeRepository('advertisements');
    repository = await scratch.repository('sample');
    await sample.git.run(['push', '--quiet', '--mirror', repository]);
    main = parseObjectId((await client(repository, 'rev-parse', 'refs/heads/main')).trim())!;
    for (const name of ['heads/\u{1f600}', 'heads/\uffee', 'hearth/keep-around/x', 'merge-requests/1/head'])
      await client(repository, 'update-ref', `refs/${name}`, main);
  });

  afterAll(async () => {
    await host.close();
    await scratch.close();
    await sample.remove();
  });

  async function served(from: RepositoryPath, service: GitService, protocol?: string): Promise<string> {
    const response = new PassThrough();
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await scratch.git.advertise(from, service, { rights: EVERYTHING, protocol, response });
    return Buffer.concat(chunks).toString('utf8');
  }

  /** git's own output after the line of the service. */
  const advertised = (from: string) =>
    client(scratch.folder, 'receive-pack', '--stateless-rpc', '--http-backend-info-refs', from);

  const lines = (text: string) => text.split('\n').slice(1).join('\n').replace(/^0000/, '');
  /** Names and ids. The capabilities depend on git's configuration, which a bare call lacks. */
  const refsOf = (text: string) =>
    lines(text)
      .replace(/\0[^\n]*/, '')
      .split('\n')
      .map((line) => line.slice(4));
  const refsAdvertised = async (from: string) => `\n${await advertised(from)}`;

  it('of a push is composed from memory as git prints it', async () => {
    const first = await served(repository, 'git-receive-pack');
    await scratch.git.refs.shown(repository);
    const second = await served(repository, 'git-receive-pack');
    expect(second).toBe(first);
    expect(second).toContain('report-status');
    expect(refsOf(second)).toEqual(refsOf(await refsAdvertised(repository)));
  });

  it('of a push to an empty repository is composed the same way', async () => {
    const empty = await scratch.repository('empty');
    const first = await served(empty, 'git-receive-pack');
    await scratch.git.refs.shown(empty);
    expect(await served(empty, 'git-receive-pack')).toBe(first);
  });

  it('of a fetch by version 2 is kept, and is what git prints', async () => {
    const first = await served(repository, 'git-upload-pack', 'version=2');
    expect(first).toContain('version 2');
    expect(await served(repository, 'git-upload-pack', 'version=2')).toBe(first);
    expect(await served(repository, 'git-upload-pack')).not.toBe(first);
  });

  it('follows pushes and moves by the service', async () => {
    const followed = await scratch.repository('followed');
    const url = `${host.url}/followed.git`;
    await scratch.git.refs.shown(followed);
    const expectTruth = async () => {
      const known = scratch.git.refs.known(followed);
      expect([...known!].map(([ref, tip]) => `${tip} ${ref}`)).toEqual(
        (await client(followed, 'for-each-ref', '--format=%(objectname) %(refname)')).split('\n').filter(Boolean),
      );
    };
    await sample.git.run(['push', '--quiet', url, 'main', 'main:refs/heads/z/y', 'main:refs/tags/a']);
    await expectTruth();
    await sample.git.run(['push', '--quiet', '--force', url, 'main~1:refs/heads/z/y', ':refs/tags/a']);
    await expectTruth();
    const ref = parseRefName('refs/heads/made') as RefName;
    await scratch.git.refsWriter.move(followed, [{ ref, from: null, to: main }]);
    await expectTruth();
    await expect(scratch.git.refsWriter.move(followed, [{ ref, from: null, to: main }])).rejects.toThrow('stale');
    await scratch.git.refs.shown(followed);
    await expectTruth();
  });

  it('of a repository that was removed fails as before', async () => {
    const gone = await scratch.repository('gone');
    for (const _ of [1, 2]) await served(gone, 'git-upload-pack', 'version=2');
    await scratch.git.repositories.trash(gone, `${scratch.storage}/trash`);
    await expect(served(gone, 'git-upload-pack', 'version=2')).rejects.toThrow('upload-pack');
  });
});
