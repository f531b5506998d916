// Builds docs/STATEMENTS.md from the statements.generated.json of each service.

/**
 * @param {readonly { title: string, counts: Record<string, { admin: string, member: string }> }[]} parts counts by endpoint
 * @returns {string} the page as Markdown
 */
export function statementsPage(parts) {
  return [
    '# Statements',
    `How many statements one request sends to PostgreSQL, over all services, including COMMIT; BEGIN is sent with the first statement of a transaction. Each endpoint is asked of a
project, a group or a user with a few of everything and with a hundred, and lists for pages of 2 and of 100: a count that grows with them
is an error. \`a → b\` is fewer in the large one, \`–\` means that only admins may.`,
    `Measured by \`npm run generate:statements\`, which starts the PostgreSQL that it needs and writes \`statements.generated.json\` of each service; a spec compares
it with what is measured. \`npm run generate\` makes this page of them. The requests are in \`src/testing/samples\` of each service.
A page of a project sends as many as the rows of the API whose records it shows, and three more at most; a spec counts these, too.`,
    ...parts.flatMap(({ title, counts }) => [`## ${title}`, table(counts)]),
    '',
  ].join('\n\n');
}

function table(counts) {
  const rows = Object.entries(counts).map(([name, { admin, member }]) => `| \`${name}\` | ${admin} | ${member} |`);
  return ['| endpoint | admin | member |', '| --- | --- | --- |', ...rows].join('\n');
}
