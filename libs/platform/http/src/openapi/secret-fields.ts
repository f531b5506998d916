import { answerSchema, type Json } from './schemas.js';
import type { Returns } from '../results.js';

const known = new WeakMap<Returns, readonly string[]>();

/** Names of the fields that hold secrets (`secretText`), at any depth of a declared answer. */
export function secretFields(returns: Returns): readonly string[] {
  const names =
    known.get(returns) ?? ('schema' in returns ? [...new Set(secretsIn(answerSchema(returns.schema)))] : []);
  known.set(returns, names);
  return names;
}

function secretsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {} } = node as { properties?: Record<string, Json> };
  const own = Object.entries(properties).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));
  return [...own, ...Object.values(node).flatMap(secretsIn)];
}

/** Also one that may be null. */
function isSecret({ format, anyOf = [] }: Json): boolean {
  return format === 'password' || (anyOf as Json[]).some(isSecret);
}
