import {
  boolYaml11Tag,
  constructFromEvents,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  getScalarValue,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  nullYaml11Tag,
  parseEvents,
  SCALAR_STYLE,
  Schema,
  seqTag,
  strTag,
  YAMLException,
  type Event,
} from 'js-yaml';
import { LRUCache } from 'lru-cache';
import { Reference } from './composition/reference.js';
import { ConfigurationInvalid } from './configuration-invalid.js';

/** In UTF-16 units. */
const LARGEST = 64 * 1024;
const DEEPEST = 100;
/** Most values of a text, including repetitions by aliases: a few lines can name millions. */
export const MOST_VALUES = 100_000;
/** Most text of these values, in UTF-16 units. */
export const MOST_TEXT = 8 * 1024 * 1024;

/** The text, or its expansion, exceeds the limits. */
export const TooBig = (): ConfigurationInvalid => new ConfigurationInvalid('The parsed YAML is too big');

/** Numbers in canonical form; others (`1.10`, `0x1f`, `1_000`, `.inf`) are texts, as are dates. */
const numberTag = (name: 'int' | 'float') =>
  defineScalarTag<number | string>(`tag:yaml.org,2002:${name}`, {
    implicit: true,
    implicitFirstChars: [...'-0123456789'],
    resolve(source, isExplicit) {
      const value = Number(source);
      if (Number.isFinite(value) && String(value) === source) return value;
      return isExplicit ? source : NOT_RESOLVED;
    },
    identify: () => false,
  });

/** `!reference [job, script]` */
const REFERENCE = defineSequenceTag<string[], Reference>('!reference', {
  create: () => [],
  addItem(keys, item) {
    keys.push(String(item));
    return '';
  },
  finalize: (keys) => new Reference(keys),
  identify: () => false,
});

/** Ruby's parser reads these letters as texts, and ignores tags that it does not know. */
const isLetter = (source: string): boolean => /^[yn]$/i.test(source);
const UNKNOWN = { tagName: '', matchByTagPrefix: true };
const SCHEMA = new Schema([
  ...[strTag, seqTag, mapTag, mergeTag, nullYaml11Tag, numberTag('int'), numberTag('float'), REFERENCE],
  {
    ...boolYaml11Tag,
    resolve: (source, ...rest) => (isLetter(source) ? NOT_RESOLVED : boolYaml11Tag.resolve(source, ...rest)),
  },
  ...[strTag, seqTag, mapTag].map((tag) => ({ ...tag, ...UNKNOWN })),
]);

/** A text that was read. */
interface Read extends Readonly<Size> {
  readonly value: unknown;
}

/**
 * Texts that were read last, in bytes of memory: reading is the largest part of a plan, which is made again for each round of facts, and most pushes
 * do not change the configuration.
 */
const known = new LRUCache<string, Read>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ values, text: written }, text) => 1 + 64 * values + 2 * (written + text.length),
});

/**
 * Reads a YAML text as plain values, with anchors resolved and `<<` merged. Numbers that are not in canonical form (`1.10`) are texts.
 * @returns a value that others share, which is not to be changed
 * @throws ConfigurationInvalid
 */
export function readYaml(text: string): unknown {
  if (text.length > LARGEST) throw TooBig();
  const read = known.get(text) ?? parsed(text);
  known.set(text, read);
  return read.value;
}

function parsed(text: string): Read {
  const events = checked(() => parseEvents(text, { maxDepth: DEEPEST }));
  const size = sizeOf(text, events);
  // The last of several equal keys counts, as in Ruby's parser.
  const options = { source: text, schema: SCHEMA, json: true, maxTotalMergeKeys: MOST_VALUES };
  const [value = null, ...others] = checked(() => constructFromEvents(events, options));
  if (others.length > 0) throw new ConfigurationInvalid('(<unknown>): more than one document');
  return { ...size, value };
}

/** @throws ConfigurationInvalid for what the parser refuses */
function checked<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { reason, mark } = error instanceof YAMLException ? error : { reason: error.message };
    const place = mark ? ` at line ${mark.line + 1} column ${mark.column + 1}` : '';
    throw new ConfigurationInvalid(`(<unknown>): ${reason}${place}`);
  }
}

interface Size {
  values: number;
  text: number;
}

/**
 * Counts the values of a text and their characters, including the repetitions of its aliases.
 * @throws ConfigurationInvalid for too many, and for values that cannot be stored
 */
function sizeOf(text: string, events: readonly Event[]): Size {
  const total: Size = { values: 0, text: 0 };
  const anchored = new Map<string, Size>();
  const open: { readonly anchor: string; readonly before: Size }[] = [];
  const add = ({ values, text: written }: Size) => {
    total.values += values;
    total.text += written;
    if (total.values > MOST_VALUES || total.text > MOST_TEXT)
      throw new ConfigurationInvalid('(<unknown>): Excessive alias count indicates a resource exhaustion attack');
  };
  for (const event of events) {
    const anchor = 'anchorStart' in event ? text.slice(event.anchorStart, event.anchorEnd) : '';
    if (event.type === EVENT_ID.POP) {
      const { anchor: closed, before } = open.pop()!;
      anchored.set(closed, { values: total.values - before.values, text: total.text - before.text });
    } else if (event.type === EVENT_ID.ALIAS) {
      add(anchored.get(anchor) ?? { values: 1, text: 0 });
    } else if (event.type === EVENT_ID.SCALAR) {
      const size = { values: 1, text: event.valueEnd - event.valueStart };
      anchored.set(anchor, size);
      add(size);
      // PostgreSQL stores neither NUL nor lone surrogates, which only escapes can name.
      if (event.style === SCALAR_STYLE.DOUBLE_QUOTED) checkStorable(getScalarValue(text, event));
    } else {
      open.push({ anchor, before: { ...total } });
      add({ values: event.type === EVENT_ID.DOCUMENT ? 0 : 1, text: 0 });
    }
  }
  return total;
}

function checkStorable(value: string): void {
  if (value.includes('\0') || !value.isWellFormed())
    throw new ConfigurationInvalid('(<unknown>): control characters are not allowed');
}

/** Line of a key, and those of the values in the list below it. */
interface KeyLines {
  readonly line: number;
  readonly items: number[];
}

/** Returns the lines of the keys of the map that a text is, which has been read without errors. Of equal keys the last one counts. */
export function linesOf(text: string): ReadonlyMap<string, KeyLines> {
  const lines = new Map<string, KeyLines>();
  let [depth, members, line, counted] = [0, 0, 1, 0];
  let key: KeyLines | undefined;
  for (const event of parseEvents(text, { maxDepth: DEEPEST })) {
    if (event.type === EVENT_ID.DOCUMENT) {
      members = 0;
      lines.clear();
    }
    if ((depth === 2 || depth === 3) && event.type !== EVENT_ID.POP) {
      const start = Math.max(counted, startOf(event));
      line += text.slice(counted, start).split('\n').length - 1;
      counted = start;
    }
    // Below the document and its map, keys and values take turns.
    if (depth === 2 && event.type !== EVENT_ID.POP) {
      if (members % 2 === 0) key = { line, items: [] };
      if (members % 2 === 0 && event.type === EVENT_ID.SCALAR) lines.set(getScalarValue(text, event), key!);
      members += 1;
    }
    if (depth === 3 && event.type !== EVENT_ID.POP) key?.items.push(line);
    if (event.type === EVENT_ID.POP) depth -= 1;
    else if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) depth += 1;
  }
  return lines;
}

/** Returns the index of the text of an event; -1 for an empty one. */
function startOf(event: Exclude<Event, { type: typeof EVENT_ID.POP }>): number {
  if (event.type === EVENT_ID.DOCUMENT) return -1;
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start;
}
