import { packet, readPacket, FLUSH, MalformedRequest } from '../transport/pkt-line.js';

/** Arguments of `git archive --remote`, as the client sends them. */
export interface RemoteArchive {
  readonly options: readonly string[];
  /** Ref, or `ref:path`; undefined for a list of formats. */
  readonly treeish: string | undefined;
  readonly paths: readonly string[];
}

/** As git has it. */
const MOST_ARGUMENTS = 64;
const ARGUMENT = 'argument ';
/** Options whose value may be an argument of its own. */
const WITH_VALUE = new Set(['--format', '--prefix', '--mtime']);
const ALLOWED = /^(-[0-9lv]|--list|--verbose|--(format|prefix|mtime)=.*)$/s;

/**
 * Reads the arguments at the beginning of a stream.
 * @returns null while they are incomplete
 * @throws MalformedRequest for what git's client does not send, and for options that git has for the machine it runs on
 */
export function parseRemoteArchive(bytes: Buffer): RemoteArchive | null {
  const words: string[] = [];
  for (let offset = 0; ;) {
    const read = readPacket(bytes, offset);
    if (read === null) return null;
    if (read.content === null) return archiveOf(words);
    const text = read.content.toString('utf8').replace(/\n$/, '');
    if (!text.startsWith(ARGUMENT) || words.length === MOST_ARGUMENTS)
      throw new MalformedRequest('the archive is not asked for by arguments');
    words.push(text.slice(ARGUMENT.length));
    offset = read.next;
  }
}

function archiveOf(words: readonly string[]): RemoteArchive {
  const options: string[] = [];
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--') {
      names.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-')) {
      names.push(word);
      continue;
    }
    const joined = WITH_VALUE.has(word) ? `${word}=${words[(at += 1)] ?? ''}` : word;
    if (!ALLOWED.test(joined)) throw new MalformedRequest(`git archive --remote takes no ${word}`);
    options.push(joined);
  }
  const [treeish, ...paths] = names;
  return { options, treeish, paths };
}

/** Returns the request for git itself. */
export function remoteArchivePackets({ options, treeish, paths }: RemoteArchive): Buffer {
  const words = [...options, ...(treeish === undefined ? [] : ['--', treeish, ...paths])];
  return Buffer.concat([...words.map((word) => packet(`${ARGUMENT}${word}\n`)), FLUSH]);
}
