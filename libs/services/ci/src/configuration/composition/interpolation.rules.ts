import { expanded, type Values } from '../../pipelines/variables.rules.js';
import { isFields, isText, type Fields } from '../checks.rules.js';
import { ConfigurationInvalid } from '../configuration-invalid.js';
import type { Patterns } from '../regexp.rules.js';
import { MOST_TEXT, readYaml, TooBig } from '../yaml.rules.js';
import { inputsOf, type InputValue } from './inputs.rules.js';
import { Reference } from './reference.js';

/** Most functions of one block. */
const MOST_FUNCTIONS = 3;
/** Without `[`, so that the search for the end of a block stops where the next one begins: the time stays linear. */
const BLOCK = /\$\[\[([^[\]]*)\]\]/g;
const WHOLE = /^\$\[\[([^[\]]*)\]\]$/;
const TRUNCATE = /^truncate\((?<offset>\d{1,9}),\s*(?<length>\d{1,9})\)$/;

/** Data that the inputs of a file are replaced with. */
export interface InputContext {
  readonly patterns: Patterns;
  readonly variables: Values;
  /** Whether texts may stand for inputs of other types: those of a request or a push may be texts only. */
  readonly readsTexts?: boolean;
}

/**
 * Reads a YAML text whose first document may declare inputs (`spec: inputs`), and replaces `$[[ inputs.name ]]` in the second by their values.
 * @param given values of inputs
 * @throws ConfigurationInvalid
 */
export function readWithInputs(text: string, given: Fields, context: InputContext): unknown {
  const parts = partsOf(text);
  const header = parts && readYaml(parts.header);
  if (!parts || !isFields(header)) {
    if (Object.keys(given).length === 0) return readYaml(text);
    throw new ConfigurationInvalid('Given inputs not defined in the `spec` section of the included configuration file');
  }
  return new Interpolation(inputsOf(header, given, context), context.variables).of(readYaml(parts.body));
}

/**
 * Returns header and body of a text that begins with `spec:`; undefined for another one, and for one without a second document. Lines of the body
 * have the numbers that they have in the text.
 */
function partsOf(text: string): { readonly header: string; readonly body: string } | undefined {
  // Most texts have none: their lines are not looked at.
  if (!/^spec\s*:/m.test(text)) return undefined;
  const lines = text.split(/\r?\n/);
  const isSeparator = (line: string) => /^---\s*(?:#.*)?$/.test(line);
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#') && !isSeparator(line));
  if (first < 0 || !/^spec\s*:/.test(lines[first]!)) return undefined;
  const end = lines.findIndex((line, index) => index > first && isSeparator(line));
  if (end < 0) return undefined;
  return { header: lines.slice(0, end).join('\n'), body: '\n'.repeat(end + 1) + lines.slice(end + 1).join('\n') };
}

/** Replaces the blocks in the texts of a value. */
class Interpolation {
  /** Values by the collections that they replace: an alias is replaced once. */
  readonly #known = new Map<object, unknown>();
  #room = MOST_TEXT;

  constructor(
    private readonly inputs: ReadonlyMap<string, InputValue>,
    private readonly variables: Values,
  ) {}

  of(value: unknown): unknown {
    if (isText(value)) return this.#text(value);
    if (typeof value !== 'object' || value === null || value instanceof Reference) return value;
    if (this.#known.has(value)) return this.#known.get(value);
    // An alias inside its own anchor finds the original, which later steps refuse.
    this.#known.set(value, value);
    const replaced = Array.isArray(value)
      ? value.map((each: unknown) => this.of(each))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [String(this.#text(key)), this.of(each)]));
    this.#known.set(value, replaced);
    return replaced;
  }

  /** A text that is one block gets the value with its type. */
  #text(text: string): unknown {
    const whole = WHOLE.exec(text);
    if (!whole) return text.replace(BLOCK, (_, block: string) => this.#counted(this.#value(block)));
    const value = this.#value(whole[1]!);
    this.#counted(value);
    return value;
  }

  /** Returns a value as text. @throws ConfigurationInvalid when all replacements together are too much text */
  #counted(value: InputValue): string {
    const text = isText(value) ? value : JSON.stringify(value);
    this.#room -= text.length;
    if (this.#room < 0) throw TooBig();
    return text;
  }

  /** Returns the value of a block: `inputs.name | function | …`. */
  #value(block: string): InputValue {
    const [key = '', ...functions] = block.split('|').map((part) => part.trim());
    const [namespace, name = '', ...rest] = key.split('.');
    if (namespace !== 'inputs' || rest.length > 0)
      throw new ConfigurationInvalid(`unknown interpolation provided: \`${key}\``);
    const value = this.inputs.get(name);
    if (value === undefined) throw new ConfigurationInvalid(`unknown input name provided: \`${name}\``);
    if (functions.length > MOST_FUNCTIONS)
      throw new ConfigurationInvalid(`too many functions in interpolation block (maximum is ${MOST_FUNCTIONS})`);
    return functions.reduce((result, each) => this.#call(each, result), value);
  }

  #call(call: string, value: InputValue): InputValue {
    const { offset, length } = TRUNCATE.exec(call)?.groups ?? {};
    if (call !== 'expand_vars' && offset === undefined)
      throw new ConfigurationInvalid(
        `no function matching \`${call}\`: check that the function name, arguments, and types are correct`,
      );
    if (!isText(value))
      throw new ConfigurationInvalid(`\`${call}\`: invalid input type: it can only be used with string inputs`);
    if (offset === undefined) return expanded(value, this.variables);
    const start = indexAfter(value, Number(offset), 0);
    return value.slice(start, indexAfter(value, Number(length), start));
  }
}

/** Returns the index after so many characters from another index; both are in UTF-16 units. */
function indexAfter(text: string, characters: number, from: number): number {
  let index = from;
  for (let left = characters; left > 0 && index < text.length; left -= 1)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}
