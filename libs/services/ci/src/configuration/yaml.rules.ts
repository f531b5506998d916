import { LRUCache } from 'lru-cache';
import {
  Composer,
  Lexer,
  Parser,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type CST,
  type CollectionTag,
  type Document,
  type Scalar,
  type YAMLSeq,
} from 'yaml';
import { Reference } from './composition/reference.js';
import { ConfigurationInvalid } from './configuration-invalid.js';

/** In UTF-16 units. */
const LARGEST = 64 * 1024;
const DEEPEST = 100;
/** Most aliases of one anchor, nested ones included. */
const MOST_ALIASED = 1_000;
/** Most values of a text, including repetitions by aliases: a few lines can name millions. */
export const MOST_VALUES = 100_000;
/** Most text of these values, in UTF-16 units. */
export const MOST_TEXT = 8 * 1024 * 1024;

/** The text, or its expansion, exceeds the limits. */
export const TooBig = (): ConfigurationInvalid => new ConfigurationInvalid('The parsed YAML is too big');

/** Dates, binary data and ordered maps of YAML 1.1 are read as plain texts. */
const LEFT_OUT = new Set(['timestamp', 'binary', 'omap', 'pairs', 'set', 'intTime', 'floatTime']);

/** `!reference [job, script]` */
const REFERENCE: CollectionTag = {
  tag: '!reference',
  collection: 'seq',
  resolve(sequence) {
    const keys = (sequence as YAMLSeq).items.map((item) => (isScalar(item) ? (item.source ?? String(item.value)) : ''));
    return new Reference(keys);
  },
};

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
  const [document, ...others] = composed(tokensOf(text));
  if (!document) return { value: null, values: 0, text: 0 };
  const [error] = [...document.errors, ...others.flatMap(({ errors }) => errors)];
  if (error) throw new ConfigurationInvalid(`(<unknown>): ${error.message} ${positionOf(text, error.pos[0])}`);
  if (others.length > 0) throw new ConfigurationInvalid('(<unknown>): more than one document');
  return plain(document);
}

function composed(tokens: readonly CST.Token[]): Document.Parsed[] {
  const composer = new Composer({
    version: '1.1',
    logLevel: 'error',
    merge: true,
    // Like Ruby's parser, which uses the last one.
    uniqueKeys: false,
    customTags: (tags) => [...tags.filter((tag) => typeof tag === 'string' || !LEFT_OUT.has(nameOf(tag))), REFERENCE],
  });
  return [...composer.compose(tokens as CST.Token[])] as Document.Parsed[];
}

function nameOf({ tag, format }: { tag: string; format?: string }): string {
  if (format === 'TIME') return tag.endsWith('int') ? 'intTime' : 'floatTime';
  return tag.slice(tag.lastIndexOf(':') + 1);
}

function plain(document: Document.Parsed): Read {
  const size = sizeOf(document.contents, new Map());
  if (size.values > MOST_VALUES || size.text > MOST_TEXT)
    throw new ConfigurationInvalid('(<unknown>): Excessive alias count indicates a resource exhaustion attack');
  try {
    return { ...size, value: document.toJS({ maxAliasCount: MOST_ALIASED }) as unknown };
  } catch (error) {
    // Aliases without an anchor, too many aliases, or merges of a value that is no map.
    throw error instanceof Error ? new ConfigurationInvalid(`(<unknown>): ${error.message}`) : error;
  }
}

interface Size {
  values: number;
  text: number;
}

/** Replaces the value of a scalar where Ruby's parser reads another one. @throws ConfigurationInvalid for values that cannot be stored */
function correct(scalar: Scalar): void {
  const { value, source } = scalar;
  if (typeof value === 'number' && source !== undefined && String(value) !== source) scalar.value = source;
  // Ruby's parser reads these letters as texts.
  if (typeof value === 'boolean' && /^[yn]$/i.test(source ?? '')) scalar.value = source;
  // PostgreSQL stores neither NUL nor lone surrogates.
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new ConfigurationInvalid('(<unknown>): control characters are not allowed');
}

/**
 * Corrects the scalars of a node, in the same walk as it counts them.
 * @param anchored sizes of the anchored nodes before it; it adds its own
 * @returns its size, including the repetitions of its aliases
 */
function sizeOf(node: unknown, anchored: Map<string, Size>): Size {
  if (isAlias(node)) return anchored.get(node.source) ?? { values: 1, text: 0 };
  if (isScalar(node)) correct(node);
  const size = { values: isPair(node) ? 0 : 1, text: isScalar(node) ? String(node.value).length : 0 };
  const parts: readonly unknown[] = isPair(node) ? [node.key, node.value] : isCollection(node) ? node.items : [];
  for (const part of parts) {
    const { values, text } = sizeOf(part, anchored);
    size.values += values;
    size.text += text;
  }
  if ((isScalar(node) || isCollection(node)) && node.anchor) anchored.set(node.anchor, size);
  return size;
}

/** Collections are parsed and composed by recursive functions, so their depth is bounded while the tokens are read. */
function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > DEEPEST) throw new ConfigurationInvalid('The parsed YAML is nested too deeply');
  }
  return [...tokens, ...parser.end()];
}

/** Returns the line of a key of the map that a text is, which has been read without errors; undefined where it has none. */
export function lineOf(text: string, key: string): number | undefined {
  const content = composed(tokensOf(text)).at(-1)?.contents;
  if (!isMap(content)) return undefined;
  const pair = content.items.findLast((each) => isScalar(each.key) && String(each.key.value) === key);
  const range = isScalar(pair?.key) ? pair.key.range : undefined;
  return range ? text.slice(0, range[0]).split('\n').length : undefined;
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `at line ${before.length} column ${before.at(-1)!.length + 1}`;
}
