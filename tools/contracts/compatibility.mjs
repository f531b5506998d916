import { alternativesOf, isFixed } from './alternatives.mjs';

/**
 * Finds values that one schema describes and another does not accept. The writer writes the fields that its schema has; the reader
 * ignores fields that it does not know, unless its schema is strict.
 * Sound: without an incompatibility every value fits. Not complete: a value that only several of the reader's alternatives take together may be
 * reported.
 * @param {object} writer JSON Schema of what is written
 * @param {object} reader JSON Schema of what is taken
 * @param {string} at the place, such as `input.user.id`
 * @returns {Incompatibility[]}
 * @throws UnknownSchema for what zod does not write
 *
 * @typedef {{ at: string, kind: 'absent' | 'optional' | 'unknown' }
 *   | { at: string, kind: 'value', written: object[], read: object[] }} Incompatibility
 *   absent: the reader requires a field that the writer does not know; optional: one that it may leave out;
 *   unknown: the reader refuses a field that it does not know; value: it refuses some of the values
 */
export function incompatibilities(writer, reader, at) {
  const written = alternativesOf(writer);
  const read = alternativesOf(reader);
  const refused = [];
  const nested = [];
  for (const alternative of written) {
    if (fits(alternative, read)) continue;
    const counterpart = counterpartOf(alternative, written, read);
    if (counterpart) nested.push(...pairIncompatibilities(alternative, counterpart, at));
    else refused.push(alternative);
  }
  return [...(refused.length > 0 ? [{ at, kind: 'value', written: refused, read }] : []), ...nested];
}

function fits(alternative, read) {
  return (
    read.some((candidate) => pairIncompatibilities(alternative, candidate, '').length === 0) ||
    fitsInParts(alternative, read)
  );
}

/** Whether the reader's alternatives take the object together: one for each value of a field that has a few. */
function fitsInParts(alternative, read) {
  if (alternative.type !== 'object' || read.length < 2) return false;
  return [...alternative.properties].some(([name, schema]) => {
    const values = isFixed(schema) ? alternativesOf(schema) : [];
    const part = (value) => ({
      ...alternative,
      properties: new Map(alternative.properties).set(name, { const: value }),
    });
    return values.length > 1 && values.every(({ value }) => fits(part(value), read));
  });
}

/** The alternative that the reader's author meant by this one: the only other object or list, or the one with the same tag. */
function counterpartOf(alternative, written, read) {
  if (alternative.type !== 'object' && alternative.type !== 'array') return undefined;
  const alike = (alternatives) => alternatives.filter(({ type }) => type === alternative.type);
  const candidates = alike(read);
  if (candidates.length === 1 && alike(written).length === 1) return candidates[0];
  const tagged = candidates.filter((candidate) => alternative.type === 'object' && sameTag(alternative, candidate));
  return tagged.length === 1 ? tagged[0] : undefined;
}

function sameTag(a, b) {
  return [...a.properties].some(([name, schema]) => {
    const other = b.properties.get(name);
    if (!other || !isFixed(schema) || !isFixed(other)) return false;
    const values = alternativesOf(other).map(({ value }) => value);
    return alternativesOf(schema).some(({ value }) => values.includes(value));
  });
}

function pairIncompatibilities(written, read, at) {
  if (read.type === 'any') return [];
  if (written.type === 'object' && read.type === 'object') return objectIncompatibilities(written, read, at);
  if (written.type === 'array' && read.type === 'array') return arrayIncompatibilities(written, read, at);
  return scalarFits(written, read) ? [] : [{ at, kind: 'value', written: [written], read: [read] }];
}

function scalarFits(written, read) {
  if (written.type === 'const') return constFits(written.value, read);
  if (written.type !== read.type) return false;
  if (written.type === 'string') return stringFits(written, read);
  if (written.type === 'number') return numberFits(written, read);
  return true;
}

function constFits(value, read) {
  if (read.type === 'const') return read.value === value;
  if (typeof value !== read.type) return false;
  if (read.type === 'number') {
    const bound = { at: value, open: false };
    return numberFits({ integer: Number.isInteger(value), low: bound, high: bound, multipleOf: value }, read);
  }
  if (read.type !== 'string') return true;
  const inForm = read.form === undefined || read.patterns.length > 0;
  const matches = read.patterns.every((pattern) => new RegExp(pattern, 'u').test(value));
  return inForm && matches && value.length >= read.min && value.length <= read.max;
}

/** Patterns are compared as they are written: whether one holds whatever another does is not asked. */
function stringFits(written, read) {
  return (
    written.min >= read.min &&
    written.max <= read.max &&
    (read.form === undefined || read.form === written.form) &&
    read.patterns.every((pattern) => written.patterns.includes(pattern))
  );
}

function numberFits(written, read) {
  const above =
    written.low.at > read.low.at || (written.low.at === read.low.at && (written.low.open || !read.low.open));
  const below =
    written.high.at < read.high.at || (written.high.at === read.high.at && (written.high.open || !read.high.open));
  const whole = written.integer || !read.integer;
  const multiple =
    read.multipleOf === undefined || (written.multipleOf !== undefined && written.multipleOf % read.multipleOf === 0);
  return above && below && whole && multiple;
}

function arrayIncompatibilities(written, read, at) {
  if (written.min < read.min || written.max > read.max)
    return [{ at, kind: 'value', written: [written], read: [read] }];
  const places = Math.min(Math.max(written.prefix.length, read.prefix.length), written.max);
  const found = [];
  for (let place = 0; place < places; place++) {
    found.push(...incompatibilities(itemAt(written, place), itemAt(read, place), `${at}[${place}]`));
  }
  if (written.max > places) found.push(...incompatibilities(written.items, read.items, `${at}[]`));
  return found;
}

function itemAt({ prefix, items }, place) {
  return prefix[place] ?? items;
}

function objectIncompatibilities(written, read, at) {
  const found = [];
  const known = new Set([...read.properties.keys(), ...read.required]);
  for (const name of known) found.push(...knownField(name, written, read, `${at}.${name}`));
  for (const [name, schema] of written.properties) {
    if (!known.has(name)) found.push(...strangeField(name, schema, read, `${at}.${name}`));
  }
  // A writer whose schema says nothing of further fields writes none.
  if (written.others && read.others !== undefined) {
    found.push(...furtherFields(written, read, `${at}.*`));
  }
  return found;
}

/** A field that the reader's schema names. */
function knownField(name, written, read, at) {
  const schema = written.properties.get(name);
  const required = read.required.has(name);
  if (schema === undefined && !written.others) return required ? [{ at, kind: 'absent' }] : [];
  if (required && !written.required.has(name)) return [{ at, kind: 'optional' }];
  return incompatibilities(schema ?? written.others, read.properties.get(name) ?? read.others ?? true, at);
}

/** A field that the writer's schema names and the reader's does not. */
function strangeField(name, schema, read, at) {
  if (read.others === undefined) return [];
  if (read.others === false || !isName(name, read)) return [{ at, kind: 'unknown' }];
  return incompatibilities(schema, read.others, at);
}

function furtherFields(written, read, at) {
  if (read.others === false) return [{ at, kind: 'unknown' }];
  const names =
    read.names === undefined ? [] : incompatibilities(written.names ?? { type: 'string' }, read.names, `${at} (name)`);
  return [...names, ...incompatibilities(written.others, read.others, at)];
}

function isName(name, { names }) {
  return names === undefined || fits({ type: 'const', value: name }, alternativesOf(names));
}
