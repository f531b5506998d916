import fc from 'fast-check';
import { BatchReplies, type BatchReply } from './batch-replies.js';

const id = (digit: string): string => digit.repeat(40);

/** Expects replies for the commands, and passes the output in chunks cut at the given offsets. */
async function read(
  commands: readonly ('info' | 'contents')[],
  output: Buffer,
  cuts: readonly number[] = [],
  maxBytes = 100,
): Promise<(BatchReply | null)[]> {
  const replies = new BatchReplies();
  const all = commands.map(
    (command) =>
      new Promise<BatchReply | null>((resolve, reject) => replies.expect({ command, maxBytes, resolve, reject })),
  );
  const places = [0, ...[...cuts].sort((a, b) => a - b), output.length];
  places.slice(1).forEach((end, index) => replies.push(output.subarray(places[index], end)));
  expect(replies.pending).toBe(0);
  return Promise.all(all);
}

const CONTENT = Buffer.from('first\nline missing\0\n');
const OUTPUT = Buffer.concat([
  Buffer.from(`${id('a')} blob ${CONTENT.length}\n`),
  CONTENT,
  Buffer.from(`\n${id('b')} commit 12\nnothing missing\n${id('c')} tree 0\n\nab12 ambiguous\n${id('d')} tag 3\nxyz\n`),
]);
const COMMANDS = ['contents', 'info', 'info', 'contents', 'info', 'contents'] as const;

describe('replies of cat-file', () => {
  const expected = [
    { id: id('a'), type: 'blob', size: CONTENT.length, content: CONTENT },
    { id: id('b'), type: 'commit', size: 12, content: null },
    null,
    { id: id('c'), type: 'tree', size: 0, content: Buffer.alloc(0) },
    null,
    { id: id('d'), type: 'tag', size: 3, content: Buffer.from('xyz') },
  ];

  it('are told apart wherever the pipe cuts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(OUTPUT.length)), async (cuts) => {
        expect(await read(COMMANDS, OUTPUT, cuts)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('keep no content over the bound, and find the next reply behind it', async () => {
    const replies = await read(COMMANDS, OUTPUT, [60, 61], 5);
    expect(replies[0]).toEqual({ ...expected[0], content: null });
    expect(replies.slice(1)).toEqual(expected.slice(1));
  });

  it('to thousands of requests keep their order', async () => {
    const count = 5_000;
    const lines = Array.from(
      { length: count },
      (_, index) => `${index.toString(16).padStart(40, '0')} blob ${index}\n`,
    );
    const replies = await read(new Array<'info'>(count).fill('info'), Buffer.from(lines.join('')));
    expect(replies.map((reply) => reply?.size)).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('without a request are an error', () => {
    expect(() => new BatchReplies().push(Buffer.from('x missing\n'))).toThrow(TypeError);
  });

  it('that never come are rejected', async () => {
    const replies = new BatchReplies();
    const asked = new Promise((resolve, reject) => replies.expect({ command: 'info', maxBytes: 0, resolve, reject }));
    replies.fail(new Error('died'));
    await expect(asked).rejects.toThrow('died');
  });
});
