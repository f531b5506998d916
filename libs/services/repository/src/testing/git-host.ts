import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import type { Git } from '../git/git.js';
import { EVERYTHING, type ReadRights } from '../git/reads/read-rights.js';
import { parseRepositoryPath, type RepositoryPath } from '../git/refs/paths.js';
import type { GitService } from '../git/transport/advertise.js';
import { MalformedRequest } from '../git/transport/pkt-line.js';
import type { PushChecks, PushOutcome } from '../git/transport/push-checks.js';
import { RequestTooLarge } from '../git/transport/request-body.js';
import type { RefUpdate } from '../git/transport/push-refs.rules.js';

/** A host of repositories over plain HTTP, without credentials, whose push checks a spec sets. */
export interface GitHost {
  readonly url: string;
  checks: Partial<PushChecks>;
  /** Rights of the client that fetches. */
  rights: ReadRights;
  /** Outcomes of the pushes, in order; errors as they were thrown. */
  readonly outcomes: (PushOutcome | Error)[];
  readonly fetchErrors: Error[];
  readonly settled: RefUpdate[][];
  /** Request lines; those of pushes with their transfer encoding. */
  readonly requests: string[];
  readonly sockets: Set<Socket>;
  close(): Promise<void>;
}

export async function makeHost(git: Git, storage: string): Promise<GitHost> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => void serve(git, storage, host, request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: GitHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    checks: {},
    rights: EVERYTHING,
    outcomes: [],
    fetchErrors: [],
    settled: [],
    requests: [],
    sockets,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return host;
}

async function serve(
  git: Git,
  storage: string,
  host: GitHost,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url!, host.url);
  host.requests.push(
    `${request.method} ${url.pathname}${url.search} ${request.headers['transfer-encoding'] ?? ''}`.trim(),
  );
  const [, name, route] = /^\/([^/]+\.git)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const repository = parseRepositoryPath(path.join(storage, name ?? 'none'))!;
  if (route === 'info/refs') await serveRefs(git, repository, host, url, request, response);
  else if (route === 'git-upload-pack') await serveFetch(git, repository, host, request, response);
  else await servePush(git, repository, host, request, response);
}

async function serveRefs(
  git: Git,
  repository: RepositoryPath,
  host: GitHost,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const service = url.searchParams.get('service') as GitService;
  const protocol = request.headers['git-protocol'] as string | undefined;
  try {
    response.setHeader('content-type', `application/x-${service}-advertisement`);
    response.setHeader('cache-control', 'no-cache');
    await git.advertise(repository, service, { rights: host.rights, protocol, response });
  } catch {
    if (response.headersSent) response.destroy();
    else response.writeHead(404).end();
  }
}

async function serveFetch(
  git: Git,
  repository: RepositoryPath,
  host: GitHost,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('content-type', 'application/x-git-upload-pack-result');
  try {
    await git.uploadPack(repository, {
      rights: host.rights,
      anonymous: false,
      body: request,
      contentEncoding: request.headers['content-encoding'],
      protocol: request.headers['git-protocol'] as string | undefined,
      response,
    });
  } catch (error) {
    host.fetchErrors.push(error as Error);
    answerError(response, error);
  }
}

async function servePush(
  git: Git,
  repository: RepositoryPath,
  host: GitHost,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('content-type', 'application/x-git-receive-pack-result');
  const checks: PushChecks = {
    checkCommands: (push) => host.checks.checkCommands?.(push) ?? { accept: true },
    beforeRefsMove: (push) => host.checks.beforeRefsMove?.(push) ?? { accept: true },
    settle: async (moved) => {
      host.settled.push([...moved]);
      await host.checks.settle?.(moved);
    },
  };
  try {
    const encoding = request.headers['content-encoding'];
    host.outcomes.push(
      await git.receivePack(repository, { body: request, contentEncoding: encoding, response }, checks),
    );
  } catch (error) {
    host.outcomes.push(error as Error);
    answerError(response, error);
  }
}

function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(error instanceof MalformedRequest ? 400 : error instanceof RequestTooLarge ? 413 : 500).end();
}
