import { areTexts, field, isFields, isGiven, isText, type Fields } from '../checks.rules.js';
import { attempted, ConfigurationInvalid, invalid, ofJob, type Faults } from '../configuration-invalid.js';
import { merged } from './merge.rules.js';

/** Most jobs in a chain of `extends`. */
const DEEPEST = 11;

/**
 * Merges each job with the jobs that it extends, the last of several over the others, the job over all.
 * @param faults gets the errors; jobs with one, and those that extend them, are left out
 */
export function withExtends(configuration: Fields, faults: Faults): Fields {
  const resolver = new Resolver(configuration, faults);
  const entries = Object.entries(configuration).map(([name, value]) => [name, resolver.entry(name, value)] as const);
  return Object.fromEntries(entries.filter(([name]) => !faults.entries.has(name)));
}

interface Extended {
  readonly value: Fields;
  /** Number of jobs in its longest chain of `extends`. */
  readonly depth: number;
}

class Resolver {
  readonly #resolved = new Map<string, Extended>();
  readonly #open = new Set<string>();

  constructor(
    private readonly configuration: Fields,
    private readonly faults: Faults,
  ) {}

  entry(name: string, value: unknown): unknown {
    return isFields(value) && Object.hasOwn(value, 'extends') ? this.#extended(name, value)?.value : value;
  }

  /** Returns undefined for a job with an error, and for one that extends it. */
  #extended(name: string, value: Fields): Extended | undefined {
    if (!Object.hasOwn(value, 'extends')) return { value, depth: 0 };
    const { entries, errors } = this.faults;
    if (entries.has(name)) return undefined;
    const extended =
      this.#resolved.get(name) ?? attempted(errors, () => ofJob(name, () => this.#withBases(name, value)));
    if (extended) this.#resolved.set(name, extended);
    else entries.add(name);
    return extended;
  }

  #withBases(name: string, value: Fields): Extended | undefined {
    if (this.#open.has(name)) throw new ConfigurationInvalid(`${name}: circular dependency detected in \`extends\``);
    this.#open.add(name);
    const { extends: given, ...own } = value;
    const found = this.#namesIn(name, given).map((base) => this.#base(name, base));
    this.#open.delete(name);
    const bases = found.filter((base) => base !== undefined);
    if (bases.length < found.length) return undefined;
    const depth = 1 + Math.max(0, ...bases.map((base) => base.depth));
    if (depth > DEEPEST) throw new ConfigurationInvalid(`${name}: nesting too deep in \`extends\``);
    return { value: [...bases.map((base) => base.value), own].reduce(merged, {}), depth };
  }

  #namesIn(name: string, given: unknown): readonly string[] {
    if (!isGiven(given)) return [];
    const names = isText(given) ? [given] : given;
    if (!areTexts(names)) throw invalid(`jobs:${name}:extends`, 'config should be an array of strings or a string');
    const unknown = names.filter((each) => !Object.hasOwn(this.configuration, each) && !this.faults.entries.has(each));
    if (unknown.length > 0)
      throw new ConfigurationInvalid(`${name}: unknown keys in \`extends\` (${unknown.join(', ')})`);
    return names;
  }

  #base(name: string, base: string): Extended | undefined {
    if (this.faults.entries.has(base)) return undefined;
    const value = field(this.configuration, base);
    if (!isFields(value)) throw new ConfigurationInvalid(`${name}: invalid base hashes in \`extends\` (${base})`);
    return this.#extended(base, value);
  }
}
