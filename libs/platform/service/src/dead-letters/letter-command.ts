import { parseArgs } from 'node:util';
import { SERVICE_NAMES, type ServiceName } from '@hearth/contract-kit';
import { LETTER_KINDS, letterNameOf, type LetterKind, type LetterName } from './letter.js';

/** A parsed command line. */
export type LetterCommand = Selection &
  (
    | { readonly action: 'list'; readonly json: boolean; readonly all: boolean }
    | { readonly action: 'replay'; readonly ids: readonly LetterName[] | 'all' }
  );

interface Selection {
  /** Undefined for all services. */
  readonly service: ServiceName | undefined;
  readonly kinds: readonly LetterKind[];
}

/** An invalid command line; the message is one sentence. */
export class UsageError extends Error {}

const USAGE =
  'list [--service S] [--kind event|job] [--json] [--all], or replay (--all | ID…) [--service S] [--kind event|job]';

/**
 * Parses the command line.
 * @throws UsageError
 */
export function parseLetterCommand(args: readonly string[]): LetterCommand {
  const { values, positionals } = parsed(args);
  const [action, ...ids] = positionals;
  const selection = { service: serviceNamed(values.service), kinds: kindsNamed(values.kind) };
  const { json = false, all = false } = values;
  if (action === 'list') {
    if (ids[0] !== undefined) throw new UsageError(`list takes no "${ids[0]}"; give ${USAGE}`);
    return { action, ...selection, json, all };
  }
  if (action !== 'replay') throw new UsageError(`give ${USAGE}`);
  if (json) throw new UsageError('--json is for list');
  if (all && ids.length > 0) throw new UsageError('replay takes ids or --all, not both');
  if (!all && ids.length === 0)
    throw new UsageError('replay needs the ids of dead letters, as list prints them, or --all');
  return { action, ...selection, ids: all ? 'all' : ids.map((id) => chosen(id, selection)) };
}

function parsed(args: readonly string[]) {
  const options = {
    service: { type: 'string' },
    kind: { type: 'string' },
    json: { type: 'boolean' },
    all: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\. |\n/)[0]);
  }
}

function serviceNamed(name: string | undefined): ServiceName | undefined {
  if (name === undefined) return undefined;
  const service = SERVICE_NAMES.find((each) => each === name);
  if (!service) throw new UsageError(`there is no service "${name}", only ${SERVICE_NAMES.join(', ')}`);
  return service;
}

function kindsNamed(name: string | undefined): readonly LetterKind[] {
  if (name === undefined) return LETTER_KINDS;
  const kind = LETTER_KINDS.find((each) => each === name);
  if (!kind) throw new UsageError(`a dead letter is an event or a job, not "${name}"`);
  return [kind];
}

function chosen(id: string, { service, kinds }: Selection): LetterName {
  const name = letterNameOf(id);
  if (!name) {
    throw new UsageError(`"${id}" is no id of a dead letter: list prints them, such as projects/event/12`);
  }
  if ((service && name.service !== service) || !kinds.includes(name.kind)) {
    throw new UsageError(`${id} is not among those that --service and --kind choose`);
  }
  return name;
}
