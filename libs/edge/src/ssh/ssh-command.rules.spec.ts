import fc from 'fast-check';
import { parseSshCommand } from './ssh-command.rules.js';

const git = (program: string, project: string) => ({ kind: 'git', program, project });
const UNKNOWN = { kind: 'unknown' };

describe('a command over SSH', () => {
  it.each([
    ["git-upload-pack 'a/b.git'", git('git-upload-pack', 'a/b')],
    ["git-upload-pack '/a/b.git'", git('git-upload-pack', 'a/b')],
    ["git upload-pack 'a/b'", git('git-upload-pack', 'a/b')],
    ['git-receive-pack a/b/', git('git-receive-pack', 'a/b')],
    ['git-receive-pack "a/b.git"', git('git-receive-pack', 'a/b')],
    ["git-upload-archive  'a/b c.git' ", git('git-upload-archive', 'a/b c')],
    ["git-lfs-authenticate '/a/b.git' download", { ...git('git-lfs-authenticate', 'a/b'), operation: 'download' }],
    ['git-lfs-authenticate a/b upload 0123', { ...git('git-lfs-authenticate', 'a/b'), operation: 'upload' }],
    ["git-upload-pack 'a/it'\\''s'\\!''", git('git-upload-pack', "a/it's!")],
    ["git-upload-pack 'a/b.git.git'", git('git-upload-pack', 'a/b.git')],
  ])('%s names a program and a project', (line, command) => {
    expect(parseSshCommand(line)).toEqual(command);
  });

  it.each(['', '  '])('that is empty tests the key', (line) => {
    expect(parseSshCommand(line)).toEqual({ kind: 'welcome' });
  });

  it.each([
    'git-upload-pack',
    "git-upload-pack 'a/b' 'c'",
    "git-upload-pack --strict 'a/b'",
    "git-upload-pack 'a/b'; id",
    "git-upload-pack 'a/b",
    'git-upload-pack a/b\\',
    'git-shell',
    'git',
    'sh -c id',
    'scp -t /',
    `git-upload-pack '${'x'.repeat(5000)}'`,
  ])('%s is unknown', (line) => {
    expect(parseSshCommand(line)).toEqual(UNKNOWN);
  });

  it.each(['$(id)', '`id`', 'a;id', 'a|id', '../../etc/passwd', '-x', '--upload-pack=id', 'a\nb'])(
    'takes %s for the path of a project',
    (path) => {
      expect(parseSshCommand(`git-upload-pack '${path}'`)).toEqual(git('git-upload-pack', path));
    },
  );

  it('names the path that git has quoted, whatever is in it', () => {
    const quoted = (path: string) => `'${path.replaceAll(/['!]/g, "'\\$&'")}'`;
    const path = fc.stringMatching(/^[^/]([^]{0,20}[^/])?$/).filter((text) => !text.endsWith('.git'));
    fc.assert(
      fc.property(path, (project) => {
        expect(parseSshCommand(`git-upload-pack ${quoted(`/${project}.git`)}`)).toEqual(
          git('git-upload-pack', project),
        );
      }),
    );
  });
});
