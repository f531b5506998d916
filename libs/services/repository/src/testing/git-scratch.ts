import path from 'node:path';
import { Git as Client, makeTemporaryFolder } from '@hearth/testing';
import { chosenEngine } from '../git/engines/choose.js';
import { Git, type GitOptions } from '../git/git.js';
import { objectIdFromGit, type ObjectId } from '../git/refs/object-id.js';
import { parseRepositoryPath, type RepositoryPath } from '../git/refs/paths.js';
import type { BranchName } from '../git/refs/ref-name.js';

/** Separate folder for one spec, with an opened {@link Git}; `close` removes both. */
export interface GitScratch {
  readonly folder: string;
  readonly storage: string;
  readonly git: Git;
  /** Returns the path for a repository with that name, whether or not it exists. */
  pathOf(name: string): RepositoryPath;
  /** Creates an empty repository whose HEAD names master. */
  repository(name: string): Promise<RepositoryPath>;
  close(): Promise<void>;
}

const A_DAY_MS = 86_400_000;

export async function makeGitScratch(options: Partial<GitOptions> = {}): Promise<GitScratch> {
  const folder = await makeTemporaryFolder('git');
  const storage = path.join(folder.path, 'the storage');
  // Specs move refs by hand, so refs are not cached unless a spec asks for it.
  const orphanMs = A_DAY_MS;
  const git = await Git.open({
    ...{ privateFolder: path.join(folder.path, 'private'), orphanMs },
    engine: await chosenEngine(),
    ...options,
  });
  const pathOf = (name: string): RepositoryPath => parseRepositoryPath(path.join(storage, `${name}.git`))!;
  return {
    folder: folder.path,
    storage,
    git,
    pathOf,
    repository: async (name) => {
      await git.repositories.ensure(pathOf(name), 'master' as BranchName);
      return pathOf(name);
    },
    close: async () => {
      await git.close();
      await folder.remove();
    },
  };
}

export interface ClientRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real git in a folder as its users do; never throws. */
export async function attemptClient(folder: string, ...argv: string[]): Promise<ClientRun> {
  const { code, stdout, stderr } = await new Client(folder).attempt(argv);
  return { code, stdout: stdout.toString('utf8'), stderr };
}

/** Runs the real git in a folder and returns what it printed; throws when it fails. */
export async function client(folder: string, ...argv: string[]): Promise<string> {
  return (await new Client(folder).run(argv)).toString('utf8');
}

/** Points a ref of a bare repository at a new commit without parents. It has one file, whose text is its name. Returns the commit's id. */
export async function commitOn(repository: string, ref: string, name: string): Promise<ObjectId> {
  const git = new Client(repository);
  const idFrom = async (args: string[], input: string) => (await git.run(args, { input })).toString('utf8').trim();
  const blob = await idFrom(['hash-object', '-w', '--stdin'], name);
  const tree = await idFrom(['mktree'], `100644 blob ${blob}\t${name}\n`);
  const commit = await idFrom(['commit-tree', tree], name);
  await git.run(['update-ref', ref, commit]);
  return objectIdFromGit(commit);
}
