import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';
import { revision } from './revision.mjs';
import { temporaryFolder } from '../hearth/suites/temporary-folder.mjs';

const FILES = ['.gitattributes', 'tools/release/revision'];

describe('the revision', () => {
  let folder;

  const run = (command, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };

  beforeEach(() => {
    folder = temporaryFolder('hearth-revision-');
    mkdirSync(path.join(folder, 'tools/release'), { recursive: true });
    for (const file of FILES) cpSync(path.join(root, file), path.join(folder, file));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the commit of a checkout, and stays with its source archive', () => {
    run('git', 'init', '--quiet');
    run('git', 'add', '--all');
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'a');
    const commit = run('git', 'rev-parse', 'HEAD');
    expect(revision(folder)).toBe(commit);
    mkdirSync(path.join(folder, 'unpacked'));
    run('git', 'archive', '--output', 'source.tar', 'HEAD');
    run('tar', '--extract', '--file', 'source.tar', '--directory', 'unpacked');
    expect(revision(path.join(folder, 'unpacked'))).toBe(commit);
  });

  it('is not known of a folder that is neither, nor taken from a repository around it', () => {
    run('git', 'init', '--quiet', '.');
    mkdirSync(path.join(folder, 'inner/tools/release'), { recursive: true });
    cpSync(path.join(folder, 'tools/release/revision'), path.join(folder, 'inner/tools/release/revision'));
    expect(revision(path.join(folder, 'inner'))).toBeUndefined();
  });
});
