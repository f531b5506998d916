import { Composer, Lexer, Parser, visit, type CST, type Document } from 'yaml';
import { ConfigurationInvalid } from './configuration-invalid.js';

/** Reading takes time in proportion, and nobody else is served meanwhile. In UTF-16 units. */
const LARGEST = 64 * 1024;
const DEEPEST = 100;
/** Values that aliases may stand for, all in all: few lines can name millions. */
const MOST_ALIASED = 1_000;

/** Dates, binary data and ordered maps of YAML 1.1 are read as the texts that they are. */
const LEFT_OUT = new Set(['timestamp', 'binary', 'omap', 'pairs', 'set', 'intTime', 'floatTime']);

/**
 * Reads a YAML text as plain values, with anchors resolved and `<<` merged. Numbers that are not written as they are printed (`1.10`) are texts.
 * @throws ConfigurationInvalid
 */
export function readYaml(text: string): unknown {
  if (text.length > LARGEST) throw new ConfigurationInvalid('The parsed YAML is too big');
  const [document, ...others] = composed(tokensOf(text));
  if (!document) return null;
  const [error] = [...document.errors, ...others.flatMap(({ errors }) => errors)];
  if (error) throw new ConfigurationInvalid(`(<unknown>): ${error.message} ${positionOf(text, error.pos[0])}`);
  if (others.length > 0) throw new ConfigurationInvalid('(<unknown>): more than one document');
  return plain(document);
}

function composed(tokens: readonly CST.Token[]): Document.Parsed[] {
  const composer = new Composer({
    version: '1.1',
    merge: true,
    // As the parser of Ruby, which takes the last one.
    uniqueKeys: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !LEFT_OUT.has(nameOf(tag))),
  });
  return [...composer.compose(tokens as CST.Token[])] as Document.Parsed[];
}

function nameOf({ tag, format }: { tag: string; format?: string }): string {
  if (format === 'TIME') return tag.endsWith('int') ? 'intTime' : 'floatTime';
  return tag.slice(tag.lastIndexOf(':') + 1);
}

function plain(document: Document.Parsed): unknown {
  visit(document, {
    Scalar(_, scalar) {
      const { value, source } = scalar;
      if (typeof value === 'number' && source !== undefined && String(value) !== source) scalar.value = source;
      // Ruby's parser takes the letters for texts.
      if (typeof value === 'boolean' && /^[yn]$/i.test(source ?? '')) scalar.value = source;
      // PostgreSQL stores neither NUL nor half of a surrogate pair.
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
        throw new ConfigurationInvalid('(<unknown>): control characters are not allowed');
    },
  });
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASED });
  } catch (error) {
    // Aliases of what was not anchored, or of too much; merges of what is no map.
    throw error instanceof Error ? new ConfigurationInvalid(`(<unknown>): ${error.message}`) : error;
  }
}

/** Collections are parsed and composed by functions that call themselves: their depth is bounded while they are found. */
function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > DEEPEST) throw new ConfigurationInvalid('The parsed YAML is nested too deeply');
  }
  return [...tokens, ...parser.end()];
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `at line ${before.length} column ${before.at(-1)!.length + 1}`;
}
