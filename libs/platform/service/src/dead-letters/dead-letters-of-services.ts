import 'reflect-metadata';
import { configurationErrorIn } from '@hearth/config';
import { Database, type ServiceSchema } from '@hearth/data';
import type { DataSource } from 'typeorm';
import { databaseFailure, openDatabase } from '../database-program.js';
import { UsageError, parseLetterCommand, type LetterCommand } from './letter-command.js';
import { letterTable } from './letter-table.js';
import { letterId, type Letter, type LetterKind, type LetterName } from './letter.js';
import { ServiceLetters, type Replayed } from './service-letters.js';

const FAILED = 1;
const MISTAKE = 2;
/** Number of dead letters that are listed without `--all`. */
const LISTED = 100;

type Print = (text: string) => void;
interface Output {
  out: Print;
  err: Print;
}

/**
 * Lists and replays the dead letters of all services, events and jobs, in the database of DATABASE_URL; no service needs to run. Results go
 * to standard output, everything else to standard error.
 * @param args `list [--service S] [--kind event|job] [--json] [--all]` or `replay (--all | ID…) [--service S] [--kind event|job]`
 * @returns the exit status: 0, 1 when something failed, 2 for a mistake in the arguments or the configuration
 */
export async function deadLettersOfServices(
  services: readonly { readonly schema: ServiceSchema }[],
  args: readonly string[],
  output: Output = { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) },
): Promise<number> {
  try {
    const command = parseLetterCommand(args);
    const schemas = services.map(({ schema }) => schema);
    const wanted = schemas.filter(({ service }) => command.service === undefined || command.service === service);
    return await withLetters(wanted, (letters) =>
      command.action === 'list' ? list(letters, command, output) : replay(letters, command, output),
    );
  } catch (error) {
    const mistake = error instanceof UsageError ? error : configurationErrorIn(error);
    output.err(`${mistake ? mistake.message : databaseFailure(error, 'The dead letters cannot be read')}\n`);
    return mistake ? MISTAKE : FAILED;
  }
}

async function list(
  services: readonly ServiceLetters[],
  { kinds, json, all }: LetterCommand & { action: 'list' },
  { out, err }: Output,
): Promise<number> {
  const shown = all ? Infinity : LISTED;
  const letters: Letter[] = [];
  let count = 0;
  for await (const letter of everyLetter(services, kinds)) {
    if (count === shown) {
      err(`These are the first ${LISTED}; --all lists the others too.\n`);
      break;
    }
    // JSON is printed letter by letter, since their data may be large; the table only needs a line of each.
    if (json) out(`${count === 0 ? '[\n' : ',\n'}${JSON.stringify(letter)}`);
    else letters.push({ ...letter, data: undefined });
    count++;
  }
  if (json) out(count === 0 ? '[]\n' : '\n]\n');
  else out(`${count === 0 ? 'There are no dead letters.' : letterTable(letters)}\n`);
  return 0;
}

async function* everyLetter(services: readonly ServiceLetters[], kinds: readonly LetterKind[]): AsyncGenerator<Letter> {
  for (const service of services) yield* service.list(kinds);
}

async function replay(
  services: readonly ServiceLetters[],
  { kinds, ids }: LetterCommand & { action: 'replay' },
  { out, err }: Output,
): Promise<number> {
  const { replayed, left } = await (ids === 'all' ? replayAll(services, kinds) : replayThose(services, ids, err));
  if (ids === 'all' && left > 0)
    err(`${left} stay: no reaction or queue takes them, or they have just come; see list.\n`);
  if (ids === 'all' && replayed + left === 0) out('There is nothing to replay.\n');
  else if (replayed > 0)
    out(`${replayed} ${replayed === 1 ? 'dead letter is' : 'dead letters are'} on the way again.\n`);
  return left > 0 ? FAILED : 0;
}

async function replayAll(services: readonly ServiceLetters[], kinds: readonly LetterKind[]): Promise<Replayed> {
  const results: Replayed[] = [];
  for (const service of services) results.push(await service.replayAll(kinds));
  const sum = (count: keyof Replayed) => results.reduce((total, result) => total + result[count], 0);
  return { replayed: sum('replayed'), left: sum('left') };
}

async function replayThose(
  services: readonly ServiceLetters[],
  names: readonly LetterName[],
  err: Print,
): Promise<Replayed> {
  let replayed = 0;
  for (const name of names) {
    const service = services.find((each) => each.service === name.service);
    if (await service?.replay(name.kind, name.own)) replayed++;
    else err(`${letterId(name)} is no dead letter, was replayed before, or no handler or queue exists for it.\n`);
  }
  return { replayed, left: names.length - replayed };
}

async function withLetters<T>(
  schemas: readonly ServiceSchema[],
  work: (services: readonly ServiceLetters[]) => Promise<T>,
): Promise<T> {
  const sources: DataSource[] = [];
  try {
    const letters: ServiceLetters[] = [];
    for (const schema of schemas) {
      const source = await openDatabase(schema);
      sources.push(source);
      letters.push(new ServiceLetters(schema, new Database(schema.service, source)));
    }
    return await work(letters);
  } finally {
    await Promise.all(sources.map((source) => source.destroy()));
  }
}
