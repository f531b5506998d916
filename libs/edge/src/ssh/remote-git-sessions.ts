import { PassThrough, type Writable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { CORRELATION_HEADER, STORAGE_HEADER, type ServiceClient } from '@hearth/calls';
import type { Caller } from '@hearth/contract-kit';
import {
  FRAMES,
  GIT_SESSIONS_PATH,
  GitSessions,
  frameHead,
  framesOf,
  type GitSession,
  type SessionStreams,
} from '@hearth/repository-contracts';
import type { Signer } from '@hearth/secrets';
import { traceHeaders } from '@hearth/telemetry';
import type { StorageLocator } from '../storage-locator.js';
import { drainedOrClosed } from './streams.js';

const WRONG_STORAGE = 421;
const PURPOSE = { type: 'call', audience: 'repository', method: 'POST', url: GIT_SESSIONS_PATH } as const;

type Answer = Awaited<ReturnType<ServiceClient['open']>>;

/** Passes sessions on to the process that owns the storage of the project: one request, whose two bodies are frames. */
export class RemoteGitSessions extends GitSessions implements OnApplicationShutdown {
  /** @param client of the services' internal listeners */
  constructor(
    private readonly client: ServiceClient,
    private readonly signer: Signer,
    private readonly locator: StorageLocator,
  ) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /** @throws CallFailed, or Error when the process did not answer or the connection to it broke */
  async serve(session: GitSession, caller: Caller, streams: SessionStreams): Promise<number> {
    const { project } = session;
    const place = await this.locator.locate(project, streams.signal);
    let opened = await this.open(session, caller, place?.storage, streams.signal);
    const owner = opened.answer.headers[STORAGE_HEADER];
    if (opened.answer.statusCode === WRONG_STORAGE && typeof owner === 'string') {
      // Nothing of the client's was sent: the session begins with the answer.
      await dismiss(opened);
      this.locator.correct(project, owner);
      opened = await this.open(session, caller, owner, streams.signal);
    }
    if (opened.answer.statusCode !== 200) {
      this.locator.forget(project);
      await dismiss(opened);
      throw new Error(`repository answered ${opened.answer.statusCode} to a session of git`);
    }
    return exchange(opened, streams);
  }

  private async open(
    session: GitSession,
    { correlationId, ...caller }: Caller,
    storage: string | undefined,
    signal: AbortSignal,
  ): Promise<Opened> {
    const body = new PassThrough();
    // A request is sent with the first byte of its body.
    body.write(frameHead(FRAMES.data, 0));
    const answer = await this.client.open(
      { service: 'repository', storage },
      {
        method: 'POST',
        path: GIT_SESSIONS_PATH,
        headers: {
          'content-type': 'application/octet-stream',
          authorization: `Bearer ${this.signer.sign(PURPOSE, { session, caller })}`,
          [CORRELATION_HEADER]: correlationId,
          ...traceHeaders(),
        },
        body,
        signal,
        repeatable: false,
      },
    );
    return { body, answer };
  }
}

interface Opened {
  readonly body: PassThrough;
  readonly answer: Answer;
}

async function dismiss({ body, answer }: Opened): Promise<void> {
  body.end();
  await answer.body.dump();
}

async function exchange({ body, answer }: Opened, streams: SessionStreams): Promise<number> {
  streams.begin();
  const { input, output, errors } = streams;
  void sendInput(input, body);
  let status: number | undefined;
  try {
    for await (const { kind, content } of framesOf(answer.body as AsyncIterable<Buffer>)) {
      if (kind === FRAMES.exit) {
        status = content[0]!;
        body.end();
      } else {
        const end = kind === FRAMES.errors ? errors : output;
        if (!end.write(content)) await drainedOrClosed(end);
      }
    }
    if (status === undefined) throw new Error('repository broke a session of git off');
    output.end();
    return status;
  } finally {
    body.end();
  }
}

/** Sends the client's bytes in frames, at the pace of the process. */
async function sendInput(input: AsyncIterable<Buffer>, body: Writable): Promise<void> {
  try {
    for await (const content of input) {
      if (body.writableEnded || body.destroyed) return;
      body.write(frameHead(FRAMES.data, content.length));
      if (!body.write(content)) await drainedOrClosed(body);
    }
    body.end();
  } catch (error) {
    body.destroy(error as Error);
  }
}
