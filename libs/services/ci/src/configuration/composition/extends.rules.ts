import { areTexts, field, isFields, isGiven, isText, type Fields } from '../checks.rules.js';
import { ConfigurationInvalid, invalid } from '../configuration-invalid.js';
import { merged } from './merge.rules.js';

/** Most jobs in a chain of `extends`. */
const DEEPEST = 11;

/** Merges each job with the jobs that it extends, the last of several over the others, the job over all. @throws ConfigurationInvalid */
export function withExtends(configuration: Fields): Fields {
  const resolver = new Resolver(configuration);
  return Object.fromEntries(Object.keys(configuration).map((name) => [name, resolver.entry(name)]));
}

interface Extended {
  readonly value: Fields;
  /** Number of jobs in its longest chain of `extends`. */
  readonly depth: number;
}

class Resolver {
  readonly #resolved = new Map<string, Extended>();
  readonly #open = new Set<string>();

  constructor(private readonly configuration: Fields) {}

  entry(name: string): unknown {
    const value = field(this.configuration, name);
    return isFields(value) && Object.hasOwn(value, 'extends') ? this.#extended(name, value).value : value;
  }

  #extended(name: string, value: Fields): Extended {
    const known = this.#resolved.get(name);
    if (known) return known;
    if (!Object.hasOwn(value, 'extends')) return { value, depth: 0 };
    if (this.#open.has(name)) throw new ConfigurationInvalid(`${name}: circular dependency detected in \`extends\``);
    this.#open.add(name);
    const { extends: given, ...own } = value;
    const bases = this.#namesIn(name, given).map((base) => this.#base(name, base));
    this.#open.delete(name);
    const depth = 1 + Math.max(0, ...bases.map((base) => base.depth));
    if (depth > DEEPEST) throw new ConfigurationInvalid(`${name}: nesting too deep in \`extends\``);
    const extended = { value: [...bases.map((base) => base.value), own].reduce(merged, {}), depth };
    this.#resolved.set(name, extended);
    return extended;
  }

  #namesIn(name: string, given: unknown): readonly string[] {
    if (!isGiven(given)) return [];
    const names = isText(given) ? [given] : given;
    if (!areTexts(names)) throw invalid(`jobs:${name}:extends`, 'config should be an array of strings or a string');
    const unknown = names.filter((each) => !Object.hasOwn(this.configuration, each));
    if (unknown.length > 0)
      throw new ConfigurationInvalid(`${name}: unknown keys in \`extends\` (${unknown.join(', ')})`);
    return names;
  }

  #base(name: string, base: string): Extended {
    const value = field(this.configuration, base);
    if (!isFields(value)) throw new ConfigurationInvalid(`${name}: invalid base hashes in \`extends\` (${base})`);
    return this.#extended(base, value);
  }
}
