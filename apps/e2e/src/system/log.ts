import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { hearth } from './hearth.js';

/** A line of a process' log. */
export interface LogLine {
  /** Name of the process as in `./hearth status`. */
  readonly process: string;
  readonly msg: string;
  /** User id of the actor. */
  readonly actor?: number;
  /** Path of a completed request, without the query. */
  readonly path?: string;
  readonly status?: number;
}

/** Returns everything that the processes have logged so far. */
export async function allLogs(): Promise<string> {
  const folder = path.join(hearth.data, 'logs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
}

/** Returns the lines of all processes with the correlation id of a request. */
export async function linesOf(correlation: string): Promise<LogLine[]> {
  const folder = path.join(hearth.data, 'logs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const found = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const lines = text.split('\n').filter((line) => line.startsWith('{') && line.includes(correlation));
      const parsed = lines.map((line) => JSON.parse(line) as LogLine & { correlationId?: string });
      return parsed
        .filter(({ correlationId }) => correlationId === correlation)
        .map((line) => ({ ...line, process: path.basename(name, '.log') }));
    }),
  );
  return found.flat();
}
