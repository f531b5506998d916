import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Longer than `statement_timeout`, after which PostgreSQL answers by itself, in milliseconds. */
const SILENT_MS = 40_000;

/** What pg's types lack: the socket of a connection, and whether it has the answers to all statements. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/**
 * Closes a connection on which a statement gets no answer, since the server or the network has gone without closing it: its statements then fail
 * as unavailable, instead of waiting for as long as TCP sends them again. Costs no timer for a statement.
 * @param client connected
 */
export function endWhenSilent(client: ClientBase, silentMs = SILENT_MS): void {
  const connected = client as unknown as Connected;
  const { stream } = connected.connection;
  stream.setTimeout(silentMs).on('timeout', () => {
    if (connected.readyForQuery) return;
    const error = new Error(`PostgreSQL has not answered a statement for ${silentMs} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}
