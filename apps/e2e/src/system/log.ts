import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { hearth } from './hearth.js';

/** A line of a process' log. */
export interface LogLine {
  /** As `./hearth status` lists it. */
  readonly process: string;
  readonly msg: string;
  /** Id of the user who acts. */
  readonly actor?: number;
  /** Of requests that have ended: without the query. */
  readonly path?: string;
  readonly status?: number;
}

/** Everything that the processes have logged so far. */
export async function allLogs(): Promise<string> {
  const folder = path.join(hearth.data, 'logs');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
}

/** The lines of every process that name a request, or what followed from it. */
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
