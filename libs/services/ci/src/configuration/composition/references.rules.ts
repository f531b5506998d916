import { field, isFields, type Fields } from '../checks.rules.js';
import { ConfigurationInvalid } from '../configuration-invalid.js';
import { Reference } from './reference.js';

/** Most references that one leads through. */
const DEEPEST = 10;

/** Stands for a collection that is being resolved. */
const OPEN = Symbol('open');

/** Replaces each `!reference` by the value that it names; referenced values may have references. @throws ConfigurationInvalid */
export function withReferences(configuration: Fields): Fields {
  return new Resolver(configuration).whole();
}

class Resolver {
  /** Resolved collections: a value that many references name is resolved once. */
  readonly #resolved = new Map<object, unknown>();
  readonly #open: Reference[] = [];

  constructor(private readonly configuration: Fields) {}

  whole(): Fields {
    return this.#resolve(this.configuration) as Fields;
  }

  #resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Reference) return this.#target(value);
    const known = this.#resolved.get(value);
    if (known === OPEN) throw this.#circular();
    if (known !== undefined) return known;
    this.#resolved.set(value, OPEN);
    const resolved = Array.isArray(value)
      ? value.map((each: unknown) => this.#resolve(each))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#resolve(each)]));
    this.#resolved.set(value, resolved);
    return resolved;
  }

  #circular(): ConfigurationInvalid {
    const reference = this.#open.at(-1);
    const failure = reference ? `${String(reference)} is part of a circular chain` : 'The parsed YAML contains itself';
    return new ConfigurationInvalid(failure);
  }

  #target(reference: Reference): unknown {
    const text = String(reference);
    if (this.#open.some((each) => String(each) === text)) throw this.#circular();
    if (this.#open.length >= DEEPEST) throw new ConfigurationInvalid(`${text} is nested too deep`);
    let found: unknown = this.configuration;
    for (const key of reference.path) {
      found = isFields(found) ? field(found, key) : undefined;
      if (found === undefined) throw new ConfigurationInvalid(`${text} could not be found`);
    }
    this.#open.push(reference);
    const resolved = this.#resolve(found);
    this.#open.pop();
    return resolved;
  }
}
