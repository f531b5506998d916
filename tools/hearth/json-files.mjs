import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The parsed content of a JSON file; undefined when it is absent or not JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Replaces a JSON file in one step: readers see the old content or the new, whatever dies in between. */
export function writeJson(file, value, mode = 0o644) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(draft, file);
}
