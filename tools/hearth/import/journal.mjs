import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * File of what an import has begun and made, so that the next run goes on where the last one ended. Each line is appended before or after a request:
 * `begin`, then `made` with the new id, or `refused`; `done` ends a step of several requests.
 */
export class Journal {
  #file;
  /** Ids by kind and key; undefined where the record was begun only. */
  #entries = new Map();
  /** Ids of a kind that this import made. */
  #made = new Map();
  #done = new Set();

  /** Opens the journal in a file, or begins one. A last line that was cut off counts as not written. */
  constructor(file) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n').slice(0, -1)) this.#apply(line);
    // Keeps the next line from being appended to half of one.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  }

  /** Records that a request to make this is about to be sent. @param {string} kind @param {string | number} key unique at the source */
  begin(kind, key) {
    this.#append({ step: 'begin', kind, key: String(key) });
  }

  /** @param {string | number} id of the record here */
  made(kind, key, id) {
    this.#append({ step: 'made', kind, key: String(key), id });
  }

  /** Records that what was begun was not made. */
  refused(kind, key) {
    this.#append({ step: 'refused', kind, key: String(key) });
  }

  /** The id here of a record of the source; undefined where it was not made. */
  idOf(kind, key) {
    return this.#entries.get(nameOf(kind, String(key)))?.id;
  }

  /** Whether the last run ended between the request and its answer. */
  isBegun(kind, key) {
    const entry = this.#entries.get(nameOf(kind, String(key)));
    return entry !== undefined && entry.id === undefined;
  }

  /** Whether a record here was made by this import. */
  isMade(kind, id) {
    return this.#made.get(kind)?.has(id) ?? false;
  }

  /** Numbers of the records that all runs have made, by kind. */
  counts() {
    const counts = new Map();
    for (const { kind, id } of this.#entries.values())
      if (id !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  /** Records that a step which may run again has ended. */
  done(name) {
    this.#append({ step: 'done', name });
  }

  isDone(name) {
    return this.#done.has(name);
  }

  #append(line) {
    const text = JSON.stringify(line);
    appendFileSync(this.#file, `${text}\n`, { mode: 0o600 });
    this.#apply(text);
  }

  #apply(text) {
    const line = parse(text);
    if (!line) return;
    const { step, kind, key, id, name } = line;
    if (step === 'done') this.#done.add(name);
    else if (step === 'refused') this.#entries.delete(nameOf(kind, key));
    else this.#entries.set(nameOf(kind, key), { kind, id });
    if (step === 'made') this.#made.set(kind, (this.#made.get(kind) ?? new Set()).add(id));
  }
}

function nameOf(kind, key) {
  return `${kind} ${key}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
