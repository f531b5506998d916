import { field, isFields, type Fields } from '../checks.rules.js';
import { attempted, ConfigurationInvalid, ofJob, type Faults } from '../configuration-invalid.js';
import { Reference } from './reference.js';

/** Most references that one leads through. */
const DEEPEST = 10;

/** Stands for a collection that is being resolved. */
const OPEN = Symbol('open');
/** Stands for a value whose error was reported. */
const FAULTY = Symbol('faulty');

/**
 * Replaces each `!reference` by the value that it names; referenced values may have references.
 * @param faults gets the errors, and the entries with one, which are left out
 */
export function withReferences(configuration: Fields, faults: Faults): Fields {
  const resolver = new Resolver(configuration);
  const entries = Object.keys(configuration).flatMap((name) => {
    const resolved = attempted(faults.errors, () => [[name, resolver.entry(name)] as const]);
    if (!resolved) faults.entries.add(name);
    return resolved ?? [];
  });
  return Object.fromEntries(entries);
}

class Resolver {
  /** Resolved collections and references: a value that many references name is resolved once. */
  readonly #resolved = new Map<object, unknown>();
  readonly #open: Reference[] = [];

  constructor(private readonly configuration: Fields) {}

  /** @throws ConfigurationInvalid without errors where they were thrown before */
  entry(name: string): unknown {
    return ofJob(name, () => this.#resolve(field(this.configuration, name)));
  }

  #resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#resolved.get(value);
    if (known === OPEN) throw this.#circular();
    if (known === FAULTY) throw new ConfigurationInvalid([]);
    if (known !== undefined) return known;
    this.#resolved.set(value, OPEN);
    try {
      const resolved = value instanceof Reference ? this.#target(value) : this.#members(value);
      this.#resolved.set(value, resolved);
      return resolved;
    } catch (error) {
      this.#resolved.set(value, FAULTY);
      throw error;
    }
  }

  #members(value: object): unknown {
    return Array.isArray(value)
      ? value.map((each: unknown) => this.#resolve(each))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#resolve(each)]));
  }

  #circular(): ConfigurationInvalid {
    const reference = this.#open.at(-1);
    const failure = reference ? `${String(reference)} is part of a circular chain` : 'The parsed YAML contains itself';
    return new ConfigurationInvalid(failure);
  }

  #target(reference: Reference): unknown {
    const text = String(reference);
    if (this.#open.length >= DEEPEST) throw new ConfigurationInvalid(`${text} is nested too deep`);
    let found: unknown = this.configuration;
    for (const key of reference.path) {
      found = isFields(found) ? field(found, key) : undefined;
      if (found === undefined) throw new ConfigurationInvalid(`${text} could not be found`);
    }
    this.#open.push(reference);
    try {
      return ofJob(reference.path[0]!, () => this.#resolve(found));
    } finally {
      this.#open.pop();
    }
  }
}
