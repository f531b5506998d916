import { FLUSH, MalformedRequest, packet } from './pkt-line.js';
import { wantedIds, wantsHead } from './wants.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)];
const DELIMITER = Buffer.from('0001');

describe('wantedIds', () => {
  it.each<[string, Buffer[], string[]]>([
    [
      'version 0',
      [packet(`want ${A} ofs-delta agent=git/2\n`), packet(`want ${B}\n`), FLUSH, packet('done\n')],
      [A, B],
    ],
    ['version 2', [packet('command=fetch'), DELIMITER, packet(`want ${A}\n`), packet(`have ${B}\n`), FLUSH], [A]],
    ['upper case', [packet(`want ${A.toUpperCase()}`), FLUSH], [A]],
    ['what comes behind a flush', [FLUSH, FLUSH, packet(`want ${A}`)], [A]],
    ['an empty request', [], []],
    ['an empty packet', [Buffer.from('0004'), packet(`want ${A}`)], [A]],
  ])('are found in %s', async (_, packets, ids) => {
    expect(await wantedIds(Buffer.concat(packets))).toEqual(ids);
  });

  it.each<[string, string]>([
    ['no length', 'nonsense'],
    ['a length that is not hexadecimal', '+035x'],
    ['a packet that is cut off', `0032want ${A}`],
    ['half a length', '00'],
    ['an id that is short', `0030want ${A.slice(4)}\n`],
  ])('are not looked for in %s', async (_, body) => {
    await expect(wantedIds(Buffer.from(body))).rejects.toThrow(MalformedRequest);
  });
});

describe('wantsHead', () => {
  const lookUp = (...refs: string[]) =>
    Buffer.concat([packet('command=ls-refs\n'), DELIMITER, ...refs.map((ref) => packet(`ref-prefix ${ref}\n`)), FLUSH]);

  it.each([
    [true, lookUp('refs/tags/', 'refs/merge-requests/12/head')],
    [true, lookUp('refs/merge-requests/12/merge')],
    [false, lookUp('refs/heads/', 'refs/merge-requests/')],
    [false, lookUp('refs/heads/merge-requests/1/head')],
    [false, Buffer.alloc(0)],
  ])('is %s', (expected, body) => {
    expect(wantsHead(body)).toBe(expected);
  });
});
