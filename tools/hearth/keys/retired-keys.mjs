import { readJson } from '../json-files.mjs';
import { writeSecretJson } from '../secret-files.mjs';

/**
 * Writes down since when keys are out of use; for those that are there already the time stays.
 * @param {string[]} ids
 */
export function retire(data, ids, now = new Date()) {
  const known = readRetired(data);
  const added = ids.filter((id) => !known[id]);
  if (added.length === 0) return;
  writeSecretJson(data.retiredKeys, {
    ...known,
    ...Object.fromEntries(added.map((id) => [id, now.toISOString()])),
  });
}

/** Of these keys, those that have been out of use for so long. */
export function retiredFor(data, ids, milliseconds, now = new Date()) {
  const known = readRetired(data);
  return ids.filter((id) => known[id] && now.getTime() - Date.parse(known[id]) >= milliseconds);
}

/** Forgets keys that are gone. */
export function forgetRetired(data, ids) {
  const known = readRetired(data);
  if (!ids.some((id) => known[id])) return;
  writeSecretJson(data.retiredKeys, Object.fromEntries(Object.entries(known).filter(([id]) => !ids.includes(id))));
}

/** @returns {Record<string, string>} */
function readRetired(data) {
  return readJson(data.retiredKeys) ?? {};
}
