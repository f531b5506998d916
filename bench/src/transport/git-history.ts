import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Git } from '@hearth/testing';

/** Size of a generated repository's history; its packs have about `commits` times `bytes`. */
export interface HistorySize {
  readonly commits: number;
  /** Of each changed file, compressed. */
  readonly bytes: number;
}

export const SMALL: HistorySize = { commits: 10_000, bytes: 1_500 };
/** 80 000 commits, 300 MB. */
export const LARGE: HistorySize = { commits: 80_000, bytes: 3_600 };

/** A file that few commits touch. */
export const RARE_FILE = 'docs/rare.txt';
const RARE = 500;
const FOLDERS = 40;
const FILES = 25;
const BRANCHES = 30;

/** Makes a bare repository with one long branch, `main`, and some short ones; git itself writes the pack. */
export async function makeHistory(folder: string, size: HistorySize): Promise<Git> {
  await mkdir(folder, { recursive: true });
  const git = new Git(folder);
  await git.run(['init', '--quiet', '--bare', '--initial-branch=main']);
  const importing = spawn('git', ['fast-import', '--quiet'], { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(importing, 'exit') as Promise<[number]>;
  for (let index = 1; index <= size.commits; index++) {
    if (!importing.stdin.write(commitOf(index, size))) await once(importing.stdin, 'drain');
  }
  importing.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  for (let index = 1; index <= BRANCHES; index++) await git.run(['branch', `topic-${index}`, `main~${index * 10}`]);
  return git;
}

/** One commit in fast-import's format: a changed file, which compresses by a quarter. */
function commitOf(index: number, { bytes }: HistorySize): Buffer {
  const path =
    index % RARE === 1 ? RARE_FILE : `src/part-${index % FOLDERS}/file-${Math.floor(index / FOLDERS) % FILES}.txt`;
  const text = randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\n');
  const message = `Change ${index}`;
  return Buffer.from(
    [
      'commit refs/heads/main',
      `mark :${index}`,
      `committer Bench <bench@example.com> ${1_400_000_000 + index * 60} +0000`,
      `data ${message.length}`,
      message,
      ...(index > 1 ? [`from :${index - 1}`] : []),
      `M 100644 inline ${path}`,
      `data ${text.length}`,
      text,
      '',
    ].join('\n'),
  );
}
