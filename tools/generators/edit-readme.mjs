/** Columns of the table that a section of a service's README begins with. */
const COLUMNS = {
  Owns: ['table', 'holds'],
  Endpoints: ['endpoint', 'does'],
  Publishes: ['event', 'says'],
};
/** Names of the sections in a small README with one table for everything. */
const SMALL_TABLE_ROWS = { Owns: 'Tables', Endpoints: 'Endpoints', Publishes: 'Publishes' };
const NOTHING = /^no(ne|thing) yet\.?$/i;

/**
 * Adds an entry to a service's README: a row in the table of its section, or a code span in the small table that services without
 * resources have. A section that is missing is added.
 * @param {string} text the README
 * @param {'Owns' | 'Endpoints' | 'Publishes'} section
 * @param {string} entry shown as code
 * @param {string} note what there is to say about it
 */
export function addToReadme(text, section, entry, note) {
  const lines = text.trimEnd().split('\n');
  const heading = lines.indexOf(`## ${section}`);
  if (heading >= 0) return addToSection(lines, heading, COLUMNS[section], `| \`${entry}\` | ${note} |`);
  const row = lines.findIndex((line) => new RegExp(`^\\| *${SMALL_TABLE_ROWS[section]} *\\|`).test(line));
  if (row >= 0) return addToSmallTable(lines, row, `\`${entry}\``);
  return addToSection(
    [...lines, '', `## ${section}`],
    lines.length + 1,
    COLUMNS[section],
    `| \`${entry}\` | ${note} |`,
  );
}

function addToSection(lines, heading, columns, row) {
  const next = lines.findIndex((line, index) => index > heading && line.startsWith('## '));
  const end = next < 0 ? lines.length : next;
  const section = lines.slice(heading + 1, end).filter((line) => !NOTHING.test(line));
  const first = section.findIndex((line) => line.startsWith('|'));
  const table = first < 0 ? ['', `| ${columns.join(' | ')} |`, '| --- | --- |', row, ''] : [row];
  const after =
    first < 0 ? 0 : first + section.slice(first).findIndex((line, index, all) => !all[index + 1]?.startsWith('|')) + 1;
  section.splice(after, 0, ...table);
  return [...lines.slice(0, heading + 1), ...section, ...lines.slice(end), ''].join('\n');
}

function addToSmallTable(lines, at, entry) {
  const [, label, value] = /^\|([^|]*)\|(.*)\|$/.exec(lines[at]);
  const entries = NOTHING.test(value.trim()) ? [] : [value.trim()];
  return [...lines.slice(0, at), `|${label}| ${[...entries, entry].join(', ')} |`, ...lines.slice(at + 1), ''].join(
    '\n',
  );
}
