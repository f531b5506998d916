import { FastImportStream, type Change, type Git, type Mark, type Mode } from '@hearth/testing';
import fc from 'fast-check';

/** Commit of a generated history before it is written. Parents are counted backwards from it. */
interface Step {
  readonly parents: readonly number[];
  readonly seconds: number;
  readonly message: Buffer;
  readonly changes: readonly { path: Buffer; mode: Mode; content: string | Buffer; isDeleted: boolean }[];
}

/** Replaces bytes that cannot occur in the name of a file. */
const withoutSpecial = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte) => (byte === 0 || byte === 0x2f ? 0x61 : byte)));
const isForbidden = (name: Buffer): boolean => ['.', '..', '.git'].includes(name.toString('latin1').toLowerCase());

const name = fc.oneof(
  // Few names, so that commits often change the same ones; a folder among them, and names that sort next to its slash.
  fc.constantFrom(...['a', 'b', 'a.txt', 'a0', 'ä', 'ba', '-x', ':(top)', '*'].map((text) => Buffer.from(text))),
  fc
    .uint8Array({ minLength: 1, maxLength: 5 })
    .map(withoutSpecial)
    .filter((bytes) => !isForbidden(bytes)),
);
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((names) => Buffer.from(names.map((each) => each.toString('latin1')).join('/'), 'latin1'));
const content = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'x\n',
    'a\nb\nc\nd\ne\nf\ng\n',
    'a\nB\nc\nd\ne\nf\ng\n',
    'a\nb\nc\nd\ne\nf\nG\n',
    '\0binary',
  ),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
);
const change = (modes: readonly Mode[]) =>
  fc.record({ path, mode: fc.constantFrom(...modes), content, isDeleted: fc.boolean() });
const message = fc.oneof(
  fc.constantFrom('', 'x', 'x\n', '\n\nx\n\ny', 'ä\n').map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 20 }).map(withoutSpecial),
);

/** Histories with odd names, modes, clocks, messages, roots and merges of up to three parents. */
export function generatedHistory(
  modes: readonly Mode[] = ['100644', '100644', '100755', '120000'],
): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    // Clocks that run backwards or stand still.
    seconds: fc.integer({ min: 1_500_000_000, max: 1_500_000_040 }),
    message,
    changes: fc.array(change(modes), { maxLength: 4 }),
  });
  return fc.array(step, { minLength: 2, maxLength: 10 });
}

/**
 * Writes a history into a repository.
 * @returns the ids of its commits, oldest first; each has a branch below `name`
 */
export async function writeHistory(git: Git, history: readonly Step[], name: string): Promise<string[]> {
  const stream = new FastImportStream();
  const marks: Mark[] = [];
  const files: Map<string, Buffer>[] = [];
  for (const [index, { parents, seconds, message, changes }] of history.entries()) {
    const known = parents.filter((back) => back <= index).map((back) => index - back);
    const there = new Map(known.length > 0 ? files[known[0]!] : []);
    const applied = changes.map((each) => applyTo(there, each, stream));
    files.push(there);
    const who = { name: 'Ä', email: 'a@example.com', seconds, offset: '+0130' };
    const commit = { author: who, committer: who, message, parents: known.map((at) => marks[at]!), changes: applied };
    marks.push(stream.commit({ ref: `refs/heads/${name}/${index}`, ...commit }));
  }
  await git.run(['fast-import', '--quiet', '--done'], { input: stream.toBuffer() });
  const refs = await git.lines('for-each-ref', '--format=%(objectname) %(refname:lstrip=-1)', `refs/heads/${name}/`);
  const byIndex = new Map(refs.map((line) => [Number(line.slice(41)), line.slice(0, 40)]));
  return history.map((_, index) => byIndex.get(index)!);
}

/** A file may replace a folder, and vice versa: git removes the previous entry. */
function applyTo(
  there: Map<string, Buffer>,
  { path: at, mode, content: bytes, isDeleted }: Step['changes'][number],
  stream: FastImportStream,
): Change {
  const key = at.toString('latin1');
  if (isDeleted && there.delete(key)) return { kind: 'delete', path: at };
  there.set(key, at);
  return { kind: 'put', path: at, mode, content: stream.blob(mode === '120000' && bytes.length === 0 ? 'x' : bytes) };
}
