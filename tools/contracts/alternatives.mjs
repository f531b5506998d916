/** A schema with something that the comparison does not know: it refuses to guess. */
export class UnknownSchema extends Error {}

/** Keywords that do not decide which values are taken. */
const REMARKS = new Set([
  ...['$schema', 'title', 'description', 'examples', 'default', 'readOnly', 'writeOnly', 'deprecated'],
]);
const KEYWORDS = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'allOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties', 'propertyNames'],
};

/**
 * Takes a JSON Schema apart into alternatives, each with one type: a union, an enum and a nullable field are several. Knows what zod
 * writes (`z.toJSONSchema`, input side) and nothing else.
 * @returns {object[]} alternatives: `type` is any, const, string, number, boolean, null, array or object
 * @throws UnknownSchema for a keyword that it does not know
 */
export function alternativesOf(schema) {
  if (schema === true) return [{ type: 'any' }];
  if (schema === false) return [];
  const { type, ...rest } = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !REMARKS.has(keyword)));
  if (rest.anyOf) return union('anyOf', type, rest);
  if (rest.oneOf) return discriminated(union('oneOf', type, rest));
  if ('const' in rest) return constants([rest.const], type, rest, 'const');
  if (rest.enum) return constants(rest.enum, type, rest, 'enum');
  if (rest.not && Object.keys(rest.not).length === 0) return [];
  if (type === undefined) {
    refuseOthers(rest, []);
    return [{ type: 'any' }];
  }
  return [type].flat().map((one) => typed(one, rest, [type].flat()));
}

function union(keyword, type, { [keyword]: parts, ...others }) {
  if (type !== undefined) throw new UnknownSchema(`"type" beside "${keyword}"`);
  refuseOthers(others, []);
  return parts.flatMap((part) => alternativesOf(part));
}

/** "oneOf" says that no second part may match; only a tag in every part makes that true without looking at values. */
function discriminated(alternatives) {
  const tags = alternatives.map(({ properties = [], required }) =>
    [...properties].flatMap(([name, schema]) => (required.has(name) && isFixed(schema) ? [name] : [])),
  );
  const common = (tags[0] ?? []).some((name) => tags.every((names) => names.includes(name)));
  if (!common) throw new UnknownSchema('"oneOf" without a field that tells its parts apart');
  return alternatives;
}

/** Whether a schema takes only values that it lists. */
export function isFixed(schema) {
  return alternativesOf(schema).every(({ type }) => type === 'const');
}

function constants(values, type, rest, keyword) {
  refuseOthers(rest, [keyword]);
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    throw new UnknownSchema(`"${keyword}" with a list or an object`);
  }
  if (type !== undefined && !(type in KEYWORDS)) throw new UnknownSchema(`the type ${JSON.stringify(type)}`);
  return values.map((value) => (value === null ? { type: 'null' } : { type: 'const', value }));
}

function typed(type, rest, siblings) {
  if (!(type in KEYWORDS)) throw new UnknownSchema(`the type ${JSON.stringify(type)}`);
  refuseOthers(
    rest,
    siblings.flatMap((sibling) => KEYWORDS[sibling] ?? []),
  );
  if (type === 'string') return string(rest);
  if (type === 'number' || type === 'integer') return number(rest, type === 'integer');
  if (type === 'array') return array(rest);
  if (type === 'object') return object(rest);
  return { type };
}

function string({ minLength = 0, maxLength = Infinity, pattern, format, contentEncoding, allOf = [] }) {
  for (const part of allOf) {
    if (Object.keys(part).join() !== 'pattern') throw new UnknownSchema('"allOf" of more than patterns');
  }
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter((each) => each !== undefined);
  return { type: 'string', min: minLength, max: maxLength, patterns, form: format ?? contentEncoding };
}

function number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, integer) {
  const low = [{ at: -Infinity, open: false }];
  const high = [{ at: Infinity, open: false }];
  if (minimum !== undefined) low.push({ at: minimum, open: false });
  if (maximum !== undefined) high.push({ at: maximum, open: false });
  // The next whole number is the bound: "above 0" and "at least 1" are the same integers.
  if (exclusiveMinimum !== undefined)
    low.push(integer ? after(exclusiveMinimum) : { at: exclusiveMinimum, open: true });
  if (exclusiveMaximum !== undefined) {
    high.push(integer ? before(exclusiveMaximum) : { at: exclusiveMaximum, open: true });
  }
  return {
    type: 'number',
    integer,
    low: low.reduce((a, b) => (b.at > a.at || (b.at === a.at && b.open) ? b : a)),
    high: high.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.open) ? b : a)),
    multipleOf,
  };
}

function after(bound) {
  return { at: Math.floor(bound) + 1, open: false };
}

function before(bound) {
  return { at: Math.ceil(bound) - 1, open: false };
}

function array({ items = true, prefixItems = [], minItems = 0, maxItems = Infinity }) {
  const max = items === false ? Math.min(maxItems, prefixItems.length) : maxItems;
  return { type: 'array', items, prefix: prefixItems, min: minItems, max };
}

/** `others` is what fields may hold that have no schema of their own; undefined where such fields are ignored. */
function object({ properties = {}, required = [], additionalProperties, propertyNames }) {
  return {
    type: 'object',
    properties: new Map(Object.entries(properties)),
    required: new Set(required),
    others: additionalProperties,
    names: propertyNames,
  };
}

function refuseOthers(rest, known) {
  const unknown = Object.keys(rest).find((keyword) => !known.includes(keyword));
  if (unknown) throw new UnknownSchema(`the keyword "${unknown}"`);
}
