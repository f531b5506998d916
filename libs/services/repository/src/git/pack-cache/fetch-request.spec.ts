import { packet } from '../transport/pkt-line.js';
import { readSharedRequest } from './fetch-request.js';

const TIP = 'a'.repeat(40);
const DELIMITER = Buffer.from('0001');
const FLUSH = Buffer.from('0000');

function version2({ agent = 'git/2.39.5', lines = [`want ${TIP}\n`, 'deepen 1\n', 'done\n'] } = {}): Buffer {
  const capabilities = ['command=fetch', `agent=${agent}`, 'object-format=sha1', `session-id=${agent}`];
  return Buffer.concat([...capabilities.map(packet), DELIMITER, ...lines.map((line) => packet(line)), FLUSH]);
}

function version0(capabilities: string): Buffer {
  return Buffer.concat([packet(`want ${TIP} ${capabilities}\n`), FLUSH, packet('done\n')]);
}

const ofVersion2 = (body: Buffer) => readSharedRequest('version=2', body);

describe('a request whose answer is shared', () => {
  it('is the same from any client and session', () => {
    expect(ofVersion2(version2({ agent: 'other/1' }))).toEqual(ofVersion2(version2()));
    expect(readSharedRequest(undefined, version0('side-band-64k agent=git/2.39.5'))).toEqual(
      readSharedRequest(undefined, version0('side-band-64k agent=other/1 session-id=7')),
    );
  });

  it.each([
    ['another depth', [`want ${TIP}\n`, 'deepen 2\n', 'done\n']],
    ['no depth', [`want ${TIP}\n`, 'done\n']],
    ['a filter', [`want ${TIP}\n`, 'deepen 1\n', 'filter blob:none\n', 'done\n']],
    ['another id', [`want ${'b'.repeat(40)}\n`, 'deepen 1\n', 'done\n']],
    ['an argument like a name of a client', ['agent=x\n', `want ${TIP}\n`, 'deepen 1\n', 'done\n']],
  ])('differs by %s', (_what, lines) => {
    expect(ofVersion2(version2({ lines }))!.digest).not.toBe(ofVersion2(version2())!.digest);
  });

  it('depends on all refs where the answer does', () => {
    expect(ofVersion2(version2())).toMatchObject({ command: 'fetch', dependsOn: 'tags' });
    for (const line of [`have ${TIP}\n`, 'deepen-not main\n'])
      expect(ofVersion2(version2({ lines: [`want ${TIP}\n`, line, 'done\n'] }))).toMatchObject({
        dependsOn: 'all-refs',
      });
    expect(readSharedRequest(undefined, version0('ofs-delta'))).toMatchObject({ dependsOn: 'all-refs' });
    const listed = Buffer.concat([packet('command=ls-refs\n'), DELIMITER, packet('peel\n'), FLUSH]);
    expect(ofVersion2(listed)).toMatchObject({ command: 'ls-refs', dependsOn: 'all-refs' });
  });

  it.each([
    ['a negotiation', version2({ lines: [`want ${TIP}\n`, `have ${TIP}\n`] })],
    ['another command', Buffer.concat([packet('command=object-info\n'), DELIMITER, FLUSH])],
    ['no packet', Buffer.from('hello')],
    ['a packet that ends early', version2().subarray(0, -9)],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_what, body) => {
    expect(ofVersion2(body)).toBeNull();
    expect(readSharedRequest(undefined, body)).toBeNull();
  });
});
