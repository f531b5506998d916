import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemoteFiles } from './remote-files.js';

describe('RemoteFiles', () => {
  let server: Server;
  let answer: RequestListener;
  let requests: string[];
  let files: RemoteFiles;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url!);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    process.env['HEARTH_INCLUDE_FROM_PRIVATE'] = '1';
    [requests, files] = [[], new RemoteFiles()];
  });
  afterAll(() => {
    delete process.env['HEARTH_INCLUDE_FROM_PRIVATE'];
    server.closeAllConnections();
    server.close();
  });

  const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
  const failed = (path: string, reason: string) => ({
    error: `Remote file \`${at(path)}\` could not be fetched because of ${reason}!`,
  });

  it('fetches a file once for a while, along its redirects, without the credentials of its URL', async () => {
    answer = ({ url, headers }, response) => {
      if (url === '/a.yml') response.writeHead(302, { location: '/b.yml' }).end();
      else response.end(`a: ${String(headers.authorization)}`);
    };
    const address = at('/a.yml').replace('://', '://me:secret@');
    for (let turn = 0; turn < 2; turn++) expect(await files.read(address)).toEqual({ text: 'a: undefined' });
    expect(requests).toEqual(['/a.yml', '/b.yml']);
  });

  it('says what failed, and tries again', async () => {
    answer = (_, response) => response.writeHead(404).end();
    for (let turn = 0; turn < 2; turn++)
      expect(await files.read(at('/a.yml'))).toEqual(failed('/a.yml', 'HTTP code `404` error'));
    answer = (_, response) => response.writeHead(302, { location: '/a.yml' }).end();
    expect(await files.read(at('/a.yml'))).toEqual(failed('/a.yml', 'HTTP error'));
    answer = (_, response) => response.destroy();
    expect(await files.read(at('/a.yml'))).toEqual(failed('/a.yml', 'HTTP error'));
    answer = (_, response) => response.end('x'.repeat(256 * 1024 + 1));
    expect(await files.read(at('/a.yml'))).toEqual({ error: 'The parsed YAML is too big' });
    expect(requests).toHaveLength(8);
    for (const url of ['http://', 'ftp://example.com/a.yml', 'git://example.com/a.yml'])
      expect(await files.read(url)).toEqual({ error: `Remote file \`${url}\` does not have a valid address!` });
  });

  it('does not ask private networks, by name, address or redirect', async () => {
    process.env['HEARTH_INCLUDE_FROM_PRIVATE'] = '0';
    expect(await files.read(at('/a.yml'))).toEqual(failed('/a.yml', 'a blocked or unknown address'));
    expect(await files.read(at('/a.yml').replace('localhost', '127.0.0.1'))).toMatchObject({
      error: expect.stringContaining('blocked') as string,
    });
    expect(requests).toEqual([]);
  });
});
