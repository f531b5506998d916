import { UnknownSchema } from './alternatives.mjs';
import { incompatibilities } from './compatibility.mjs';
import { reasonOf } from './reasons.mjs';

const NEW_NAME = 'declare a new one beside it, under a new name';
const KEEP = 'keep it, or retire it in libs/contracts/retired.json once no released version uses it';

/**
 * Lists what a newer state of the contracts would break while processes of both versions run and exchange data, in both directions.
 * @param {import('./snapshot.mjs').Snapshot} before
 * @param {import('./snapshot.mjs').Snapshot} after
 * @returns {BreakingChange[]} empty where everything only grew
 *
 * @typedef {{ name: string, field: string, reason: string, remedy: string }} BreakingChange
 *   `field` is empty where it is about the whole contract; `reason` is the rest of a sentence
 */
export function breakingChanges(before, after) {
  return [
    ...section(before, after, 'calls', callChanges),
    ...section(before, after, 'events', eventChanges),
    ...section(before, after, 'jobs', jobChanges),
    ...section(before, after, 'shapes', (name, was, is) => bothWays(name, '', was, is)),
    ...retirementChanges(before, after),
  ];
}

/** A break in one sentence that says what, where, why and what to do. */
export function sentence({ name, field, reason, remedy }) {
  return `${[name, field].filter(Boolean).join(', ')} ${reason}: ${remedy}.`;
}

function section(before, after, part, compare) {
  return Object.entries(before[part]).flatMap(([name, was]) => {
    const is = after[part][name];
    if (is) return compare(name, was, is);
    if (name in after.retired) return [];
    return [{ name, field: '', reason: 'is gone, and the version before uses it', remedy: KEEP }];
  });
}

function callChanges(name, was, is) {
  return [
    ...changed(name, was, is, ['kind', 'owner', 'routeBy']),
    ...lostCallers(name, was, is),
    ...(was.idempotent && !is.idempotent
      ? [{ name, field: 'idempotent', reason: 'is off, and the version before repeats it', remedy: NEW_NAME }]
      : []),
    ...refusalChanges(name, was, is),
    ...inputChanges(name, was.input, is.input),
    ...bothWays(name, 'output', was.output, is.output),
  ];
}

function lostCallers(name, was, is) {
  return was.callers
    .filter((caller) => !is.callers.includes(caller))
    .map((caller) => ({
      name,
      field: 'callers',
      reason: `has lost ${caller}, which calls it in the version before`,
      remedy: `accept ${caller} until no released version calls it, then retire the whole contract`,
    }));
}

/** A new refusal is no break: to a caller that does not know it, it is a "no" like any other. */
function refusalChanges(name, was, is) {
  return Object.entries(was.refuses).flatMap(([code, status]) => {
    if (is.refuses[code] === status) return [];
    const reason = code in is.refuses ? `has status ${is.refuses[code]} now, not ${status}` : 'is gone';
    return [
      { name, field: `refusal ${code}`, reason: `${reason}, and the version before waits for it`, remedy: NEW_NAME },
    ];
  });
}

/**
 * An input may take more than before: callers make use of that a version later. What they may not do at once is to stop sending a
 * field that the owner of the version before requires.
 */
function inputChanges(name, was, is) {
  return distinct([
    ...fields(name, 'input', was, is, 'forward'),
    ...fields(name, 'input', is, was, 'backward', ({ kind }) => kind === 'absent').map((found) => ({
      ...found,
      remedy: 'make it optional in one version and remove it in the next',
    })),
  ]);
}

function eventChanges(name, was, is) {
  return [...changed(name, was, is, ['owner', 'key']), ...bothWays(name, 'data', was.data, is.data)];
}

function jobChanges(name, was, is) {
  return [...changed(name, was, is, ['perStorage']), ...bothWays(name, 'data', was.data, is.data)];
}

/** For what both versions write and both read: answers, events, jobs, what travels signed. */
function bothWays(name, at, was, is) {
  return distinct([...fields(name, at, is, was, 'backward'), ...fields(name, at, was, is, 'forward')]);
}

function fields(name, at, writer, reader, direction, wanted = () => true) {
  try {
    return incompatibilities(writer, reader, at)
      .filter(wanted)
      .map((found) => ({
        name,
        field: found.at.replace(/^\./, ''),
        reason: reasonOf(found, direction),
        remedy: NEW_NAME,
      }));
  } catch (error) {
    if (!(error instanceof UnknownSchema)) throw error;
    const reason = `cannot be compared because of ${error.message}`;
    return [{ name, field: at, reason, remedy: 'use what tools/contracts/alternatives.mjs knows, or teach it more' }];
  }
}

/** One reason for a field is enough. */
function distinct(found) {
  return found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index);
}

function changed(name, was, is, parts) {
  return parts
    .filter((part) => was[part] !== is[part])
    .map((part) => ({
      name,
      field: part,
      reason: `is ${told(is[part])} now, and ${told(was[part])} in the version before`,
      remedy: NEW_NAME,
    }));
}

function told(value) {
  return value === null ? 'none' : String(value);
}

/** A retired name is a name that was used: readers of a log, a topic or a queue must not be misled by it. */
function retirementChanges(before, after) {
  const present = ['calls', 'events', 'jobs', 'shapes'].flatMap((part) => Object.keys(after[part]));
  return [
    ...present
      .filter((name) => name in after.retired)
      .map((name) => ({ name, field: '', reason: 'is declared, and retired as well', remedy: 'give it a new name' })),
    ...Object.keys(before.retired)
      .filter((name) => !(name in after.retired))
      .map((name) => ({
        name,
        field: '',
        reason: 'is missing in libs/contracts/retired.json',
        remedy: 'put it back: a retired name is never used again',
      })),
  ];
}
