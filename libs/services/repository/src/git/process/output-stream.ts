import { Readable } from 'node:stream';
import type { GitCall } from './commands.js';
import type { GitVariables } from './environment.js';
import { GitTimeout } from './errors.js';
import { outputOf } from './output-of.js';

/** Streams the output of a git command, with back-pressure. git ends when the stream is destroyed, or when the reader takes no bytes for `idleMs`. */
export function outputStream(asked: GitCall, idleMs: number, variables: GitVariables = {}): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    const idle = () => stream.destroy(new GitTimeout(`git ${asked.name} stood still for ${idleMs} ms`));
    const timer = setTimeout(idle, idleMs);
    try {
      for await (const chunk of outputOf(asked, '', variables)) {
        timer.refresh();
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false });
  return stream;
}
