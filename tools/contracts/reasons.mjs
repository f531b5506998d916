import { alternativesOf } from './alternatives.mjs';

/** Wording of a reason: what the version before writes and this one reads (`forward`), or the other way round (`backward`). */
const SENTENCES = {
  forward: {
    absent: () => 'is required now, and the version before knows no such field',
    optional: () => 'is required now, and the version before may leave it out',
    unknown: () => 'is not known any more where unknown fields are refused, and the version before sends it',
    value: (written, read) => `takes only ${read} now, and the version before sends ${written}`,
  },
  backward: {
    absent: () => 'is gone, and the version before requires it',
    optional: () => 'may be left out now, and the version before requires it',
    unknown: () => 'is new, and the version before refuses fields that it does not know here',
    value: (written, read) => `may be ${written} now, and the version before takes only ${read}`,
  },
};

/** Why an incompatibility breaks, as the rest of a sentence that begins with the field. */
export function reasonOf({ kind, written, read }, direction) {
  return SENTENCES[direction][kind](...[written, read].map((alternatives) => alternatives && inWords(alternatives)));
}

function inWords(alternatives) {
  return alternatives.length === 0 ? 'nothing' : [...new Set(alternatives.map(oneInWords))].join(' or ');
}

function oneInWords(alternative) {
  switch (alternative.type) {
    case 'const':
      return JSON.stringify(alternative.value);
    case 'any':
      return 'anything';
    case 'string':
      return `a string${conditions([...bounds(alternative, 'characters'), ...form(alternative)])}`;
    case 'number':
      return `${alternative.integer ? 'an integer' : 'a number'}${conditions(range(alternative))}`;
    case 'array':
      return `a list${conditions(bounds(alternative, 'entries'))}`;
    case 'object':
      return `an object${tag(alternative)}`;
    default:
      return alternative.type === 'null' ? 'null' : `a ${alternative.type}`;
  }
}

function conditions(parts) {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function bounds({ min, max }, unit) {
  return [...(min > 0 ? [`at least ${min} ${unit}`] : []), ...(max < Infinity ? [`at most ${max} ${unit}`] : [])];
}

function form({ form: name, patterns }) {
  return [...(name === undefined ? [] : [name]), ...patterns.map((pattern) => `matching /${shortened(pattern)}/`)];
}

/** From both ends: two patterns of a format often begin alike. */
function shortened(pattern) {
  const KEPT = 24;
  return pattern.length <= 2 * KEPT ? pattern : `${pattern.slice(0, KEPT)}…${pattern.slice(-KEPT)}`;
}

function range({ low, high, integer, multipleOf }) {
  // Every integer in JSON is a safe one: that bound says nothing.
  const told = ({ at }) => Number.isFinite(at) && !(integer && Math.abs(at) === Number.MAX_SAFE_INTEGER);
  return [
    ...(told(low) ? [`${low.open ? 'above' : 'at least'} ${low.at}`] : []),
    ...(told(high) ? [`${high.open ? 'below' : 'at most'} ${high.at}`] : []),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
  ];
}

/** The fields by which one object is told from another: those with a fixed value, else those that it requires. */
function tag({ properties, required }) {
  const fixed = [...properties].flatMap(([name, schema]) => {
    const [alternative, ...others] = alternativesOf(schema);
    return alternative?.type === 'const' && others.length === 0 ? [`${name} ${JSON.stringify(alternative.value)}`] : [];
  });
  if (fixed.length > 0) return ` with ${fixed.join(', ')}`;
  return required.size > 0 ? ` with ${[...required].join(', ')}` : '';
}
