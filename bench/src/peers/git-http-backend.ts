import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

// git's own server for smart HTTP, behind the smallest CGI host that streams both ways. No authentication, no rights, no events.
const projectRoot = process.env['PEER_ROOT']!;
const backend = path.join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend');

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://peer');
  const cgi = spawn(backend, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: projectRoot,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: (request.headers['git-protocol'] as string | undefined) ?? '',
      REMOTE_USER: 'peer',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cgi.stdin.on('error', () => undefined);
  request.pipe(cgi.stdin);
  pipeAnswer(cgi.stdout, response);
});

/** CGI answers begin with header lines and an empty line; the rest streams. */
function pipeAnswer(output: NodeJS.ReadableStream, response: ServerResponse): void {
  let head = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    output.removeListener('data', onData);
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name, value] = line.split(/: */, 2) as [string, string];
      if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    (output as unknown as IncomingMessage).pipe(response);
  };
  output.on('data', onData);
}

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
