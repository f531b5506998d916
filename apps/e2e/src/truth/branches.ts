import type { Git } from '@hearth/testing';

export interface ExpectedBranch {
  readonly name: string;
  readonly tip: string;
  /** Whether the default branch contains the tip and has further commits. */
  readonly merged: boolean;
}

/** Returns the branches of a repository by the bytes of their names. */
export async function branchesOf(git: Git, defaultBranch: string): Promise<ExpectedBranch[]> {
  const format = '--format=%(refname:lstrip=2)%00%(objectname)';
  const rows = await git.lines('for-each-ref', format, 'refs/heads');
  const contained = new Set(await git.lines('for-each-ref', format, `--merged=${defaultBranch}`, 'refs/heads'));
  const end = await git.idOf(defaultBranch);
  return rows
    .map((row) => {
      const [name, tip] = row.split('\0') as [string, string];
      return { name, tip, merged: contained.has(row) && tip !== end };
    })
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

/** Returns every branch and tag with its object, as lines of `git show-ref`. */
export async function refsOf(git: Git): Promise<string[]> {
  return (await git.lines('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags')).sort();
}

/** Returns the same of a remote repository. */
export async function remoteRefs(git: Git, url: string): Promise<string[]> {
  return (await git.lines('ls-remote', '--refs', url)).map((line) => line.replace('\t', ' ')).sort();
}
