import { mkdirSync } from 'node:fs';
import { readJson, writeJson } from './json-files.mjs';
import { STORAGES, storagesNamed } from './supervisor/topology.mjs';

/**
 * The storages of a data folder: those of a new one, and those that were added.
 * @param {number} [least] as many as `up --storages` asks for
 */
export function storagesOf(data, least = 0) {
  const known = readJson(data.storageNames) ?? STORAGES;
  return [...known, ...storagesNamed(least).filter((name) => !known.includes(name))];
}

/** Keeps as many storages as `up --storages` asks for, for later starts without the option. */
export function rememberStorages(data, least) {
  if (least !== undefined) writeJson(data.storageNames, storagesOf(data, least));
}

/** Adds a storage, which the next start serves. */
export function addStorage(data, name) {
  mkdirSync(data.storage(name), { recursive: true, mode: 0o700 });
  writeJson(data.storageNames, [...storagesOf(data), name]);
}
