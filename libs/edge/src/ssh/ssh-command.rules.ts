import { GIT_PROGRAMS, type GitProgram, type GitSession } from '@hearth/repository-contracts';

type LfsOperation = NonNullable<GitSession['operation']>;

/** Command of a client. */
export type SshCommand =
  | { readonly kind: 'git'; readonly program: GitProgram; readonly project: string; readonly operation?: LfsOperation }
  /** No command: the client tests its key. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'unknown' };

const OPERATIONS: readonly LfsOperation[] = ['download', 'upload'];
/** A longer path belongs to no project. */
const LONGEST_COMMAND = 4096;
/** A word as git quotes it, or as people type it: no shell ever reads it, so that every other character stands for itself. */
const WORD = /(?:'[^']*'|"[^"]*"|\\[^]|[^\s'"\\])+/gy;
const QUOTED = /'([^']*)'|"([^"]*)"|\\([^])/g;

/** Reads the command line of a client. */
export function parseSshCommand(line: string): SshCommand {
  if (line.trim() === '') return { kind: 'welcome' };
  const words = line.length > LONGEST_COMMAND ? null : wordsOf(line);
  if (words === null) return { kind: 'unknown' };
  const [program, path, ...rest] = words[0] === 'git' ? [`git-${words[1]}`, ...words.slice(2)] : words;
  const known = GIT_PROGRAMS.find((each) => each === program);
  if (known === undefined || path === undefined) return { kind: 'unknown' };
  const project = projectOf(path);
  if (known !== 'git-lfs-authenticate')
    return rest.length > 0 ? { kind: 'unknown' } : { kind: 'git', program: known, project };
  // Old clients send an oid as well.
  const operation = OPERATIONS.find((each) => each === rest[0]);
  if (operation === undefined || rest.length > 2) return { kind: 'unknown' };
  return { kind: 'git', program: known, project, operation };
}

/** Returns the words of a line; null when a quote does not end. */
function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  const text = line.trim();
  for (let at = 0; at < text.length;) {
    WORD.lastIndex = at;
    const [word] = WORD.exec(text) ?? [];
    if (word === undefined) return null;
    words.push(
      word.replace(QUOTED, (_, single?: string, double?: string, plain?: string) => single ?? double ?? plain!),
    );
    at += word.length;
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
  return words;
}

/** `/group/project.git/` and `group/project` name the same project. */
function projectOf(path: string): string {
  const from = path.search(/[^/]/);
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return from === -1 ? '' : path.slice(from, end).replace(/\.git$/, '');
}
