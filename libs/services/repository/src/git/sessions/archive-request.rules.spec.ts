import { MalformedRequest, packet, FLUSH } from '../transport/pkt-line.js';
import { parseRemoteArchive, remoteArchivePackets } from './archive-request.rules.js';

const asked = (...words: string[]) => Buffer.concat([...words.map((word) => packet(`argument ${word}\n`)), FLUSH]);

describe('a request for a remote archive', () => {
  it('has options, a tree and paths', () => {
    const bytes = asked('--format', 'zip', '--prefix=a/', '-9', 'HEAD:lib', 'x', 'y z');
    const parsed = { options: ['--format=zip', '--prefix=a/', '-9'], treeish: 'HEAD:lib', paths: ['x', 'y z'] };
    expect(parseRemoteArchive(bytes)).toEqual(parsed);
    expect(parseRemoteArchive(remoteArchivePackets(parsed))).toEqual(parsed);
    expect(parseRemoteArchive(asked('--list'))).toEqual({ options: ['--list'], treeish: undefined, paths: [] });
    expect(parseRemoteArchive(asked('main', '-0', '--', '-x'))).toEqual({
      options: ['-0'],
      treeish: 'main',
      paths: ['-x'],
    });
  });

  it('is complete with its last packet', () => {
    const bytes = asked('HEAD');
    for (let end = 0; end < bytes.length; end += 1) expect(parseRemoteArchive(bytes.subarray(0, end))).toBeNull();
  });

  it.each([
    ['a file of the machine', asked('--output=/etc/passwd', 'HEAD')],
    ['a file that is added', asked('--add-file=/etc/passwd', 'HEAD')],
    ['a program', asked('--exec', 'sh', 'HEAD')],
    ['another remote', asked('--remote=.', 'HEAD')],
    ['an option behind the tree', asked('HEAD', '--output=x')],
    ['other packets', Buffer.concat([packet('command=fetch\n'), FLUSH])],
    ['too many arguments', asked(...Array.from({ length: 65 }, (_, index) => `p${index}`))],
    ['no packets', Buffer.from('GET / HTTP/1.1')],
  ])('is not %s', (_, bytes) => {
    expect(() => parseRemoteArchive(bytes)).toThrow(MalformedRequest);
  });
});
