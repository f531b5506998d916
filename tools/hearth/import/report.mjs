/** Counts of an import by kind of record, and what was left out or changed, with the reason. */
export class Report {
  #moved = new Map();
  #leftOut = [];
  #notes = [];

  /** @param {string} kind plural, as the report names it */
  moved(kind, count = 1) {
    this.#moved.set(kind, (this.#moved.get(kind) ?? 0) + count);
  }

  /** @param {string} what the record at the source, such as `group/project#12` */
  leftOut(kind, what, reason) {
    this.#leftOut.push({ kind, what, reason });
  }

  /** Names something that is different here. */
  note(what, text) {
    this.#notes.push({ what, text });
  }

  get leftOutCount() {
    return this.#leftOut.length;
  }

  /** The report as JSON. */
  toJSON() {
    return { moved: Object.fromEntries(this.#moved), left_out: this.#leftOut, notes: this.#notes };
  }

  /** The report as lines for people. @param {{ dryRun: boolean }} run */
  toText({ dryRun }) {
    const width = Math.max(0, ...[...this.#moved.keys()].map(({ length }) => length)) + 2;
    const counts = [...this.#moved].map(([kind, count]) => `  ${kind.padEnd(width)}${count}`);
    return [
      dryRun ? 'Would be brought:' : 'Brought:',
      ...(counts.length > 0 ? counts : ['  nothing']),
      ...section(
        'Left out:',
        this.#leftOut.map(({ kind, what, reason }) => `  ${kind} ${what}: ${reason}`),
      ),
      ...section(
        'Different here:',
        this.#notes.map(({ what, text }) => `  ${what}: ${text}`),
      ),
    ].join('\n');
  }
}

function section(heading, lines) {
  return lines.length > 0 ? ['', heading, ...lines] : [];
}
