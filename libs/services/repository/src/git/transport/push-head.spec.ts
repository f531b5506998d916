import { Readable } from 'node:stream';
import fc from 'fast-check';
import { FLUSH, MalformedRequest, packet, readPacket, sideBand } from './pkt-line.js';
import {
  MAX_COMMANDS,
  MAX_HEAD_BYTES,
  PushHeadParser,
  readPushHead,
  TooManyCommands,
  type ReadPushHead,
} from './push-head.js';
import { updatesOf } from './push-refs.rules.js';
import { messageLines, refusalReport } from './push-report.js';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ZERO = '0'.repeat(40);
const PACK = Buffer.from('PACK\0\0\0\x020000');
const HEAD = Buffer.concat([
  packet(`shallow ${A}`),
  packet(`${A} ${B} refs/heads/ünï\0 report-status side-band-64k push-options agent=git/2.39`),
  packet(`${ZERO} ${B} refs/tags/v1`),
  packet(`${A} ${ZERO} refs/heads/old\n`),
  FLUSH,
  packet('ci.skip'),
  packet('two words'),
  FLUSH,
]);
const COMMANDS = [
  { ref: 'refs/heads/ünï', from: A, to: B },
  { ref: 'refs/tags/v1', from: null, to: B },
  { ref: 'refs/heads/old', from: A, to: null },
];

function parse(chunks: readonly Buffer[]): ReadPushHead | null {
  const parser = new PushHeadParser();
  for (const chunk of chunks) {
    const head = parser.push(chunk);
    if (head !== null) return head;
  }
  return null;
}

describe('packets', () => {
  it('are written as git writes them', () => {
    expect(packet('hello\n').toString()).toBe('000ahello\n');
    expect(readPacket(Buffer.from('0004rest'), 0)).toEqual({ content: Buffer.alloc(0), next: 4 });
    expect(readPacket(Buffer.from('000ahel'), 0)).toBeNull();
    for (const text of ['zzzz', '0001', '0003', '-001'])
      expect(() => readPacket(Buffer.from(text), 0)).toThrow(MalformedRequest);
  });

  it('of a side band hold at most what git takes', () => {
    const banded = sideBand(1, Buffer.alloc(70_000));
    const first = readPacket(banded, 0)!;
    expect(first.next).toBe(65_520);
    expect(readPacket(banded, first.next)!.content!.length).toBe(70_000 - 65_515 + 1);
  });
});

describe('the bounds of a push', () => {
  const refusal = (chunk: Buffer, times: number): unknown => {
    const parser = new PushHeadParser();
    try {
      for (let time = 0; time < times; time += 1) parser.push(chunk);
      return null;
    } catch (error) {
      return error;
    }
  };

  it('are so many refs', () => {
    const command = packet(`${ZERO} ${B} refs/heads/x\0 report-status`);
    expect(refusal(command, MAX_COMMANDS)).toBeNull();
    const error = refusal(command, MAX_COMMANDS + 1);
    expect(error).toBeInstanceOf(TooManyCommands);
    expect((error as TooManyCommands).head.capabilities).toContain('report-status');
  });

  it('are so many bytes, whatever they say', () => {
    const option = packet('x'.repeat(65_000));
    const beginning = Buffer.concat([packet(`${ZERO} ${B} refs/heads/x\0 push-options`), FLUSH]);
    const parser = new PushHeadParser();
    parser.push(beginning);
    expect(() => {
      for (let bytes = 0; bytes <= MAX_HEAD_BYTES; bytes += option.length) parser.push(option);
    }).toThrow(TooManyCommands);
  });
});

describe('the head of a push', () => {
  it('is the same wherever it is cut, and the pack is left alone', () => {
    const bytes = Buffer.concat([HEAD, PACK]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
        const places = [0, ...[...new Set(cuts)].sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const head = parse(chunks)!;
        expect(head.commands).toEqual(COMMANDS);
        expect(head.options).toEqual(['ci.skip', 'two words']);
        expect(head.capabilities.has('side-band-64k')).toBe(true);
        const read = Buffer.concat(head.chunks);
        expect(bytes.subarray(0, read.length)).toEqual(read);
        expect(read.length).toBeGreaterThanOrEqual(HEAD.length);
      }),
      { numRuns: 100 },
    );
  });

  it('of a probe holds no commands', async () => {
    expect((await readPushHead(Readable.from([FLUSH])))?.commands).toEqual([]);
    expect(await readPushHead(Readable.from([], { objectMode: false }))).toBeNull();
  });

  it.each([
    ['is cut short', HEAD.subarray(0, 50)],
    ['holds no ids', Buffer.concat([packet('hello'), FLUSH])],
    [
      'names a ref that is not UTF-8',
      Buffer.concat([packet(Buffer.from(`${A} ${B} refs/heads/\xe9\0`, 'latin1')), FLUSH]),
    ],
    ['is not made of packets', Buffer.from('PACK....')],
  ])('is refused when it %s', async (_, bytes) => {
    await expect(readPushHead(Readable.from([bytes]))).rejects.toThrow(MalformedRequest);
  });

  it('with thousands of refs is read in one go', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => packet(`${ZERO} ${B} refs/tags/t${index}`));
    const bytes = Buffer.concat([...lines, FLUSH]);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, index) =>
      bytes.subarray(index * 1000, index * 1000 + 1000),
    );
    expect(parse(chunks)?.commands).toHaveLength(20_000);
  });
});

describe('the names of a push', () => {
  const names = (ref: string, to: string | null = B): boolean =>
    'updates' in updatesOf([{ ref, from: A as never, to: to as never }]);

  it('are refs that cannot be taken for others', () => {
    for (const ref of ['refs/heads/a', 'refs/tags/a', 'refs/notes/commits', 'refs/remotes/origin/a'])
      expect(names(ref)).toBe(true);
    for (const ref of [
      'a',
      'HEAD',
      'refs/heads/a..b',
      'refs/heads/-a',
      'refs/heads/refs/a',
      'refs/tags/HEAD',
      'refs/refs/a',
    ]) {
      expect(names(ref)).toBe(false);
    }
    expect(names('refs/heads/-a', null)).toBe(true);
  });

  it('are not those that are ours', () => {
    for (const ref of ['refs/hearth/a', 'refs/merge-requests/1/head'])
      expect([names(ref), names(ref, null)]).toEqual([false, false]);
  });
});

describe('a refusal', () => {
  const head = (capabilities: string[]): Parameters<typeof refusalReport>[0] => ({
    commands: [{ ref: 'refs/heads/a', from: null, to: B as never }],
    capabilities: new Set(capabilities),
    options: [],
  });

  it('comes on the side band, with the report inside', () => {
    const text = refusalReport(head(['side-band-64k', 'report-status']), 'No.\nNever.').toString();
    expect(text).toBe(
      '0010\x02No.\nNever.\n0045\x01000eunpack ok\n002eng refs/heads/a pre-receive hook declined\n00000000'.replace(
        '0010',
        '0010',
      ),
    );
  });

  it('comes as the reason where there is no side band', () => {
    expect(refusalReport(head(['report-status']), 'No.\nNever.').toString()).toBe(
      '000eunpack ok\n001fng refs/heads/a No. Never.\n0000',
    );
    expect(refusalReport(head([]), 'No.')).toHaveLength(0);
  });

  it('brings no control characters to a terminal', () => {
    expect(messageLines('a\u001b[31m\tb\r\nc\0')).toEqual(['a [31m\tb', 'c ']);
  });
});
