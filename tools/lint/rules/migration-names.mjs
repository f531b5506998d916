import path from 'node:path';

const FILE = /^migrations\/(\d{13})-([a-z0-9]+(?:-[a-z0-9]+)*)\.ts$/;

/** One numbering for all services and libs: TypeORM's, milliseconds since 1970, in the file's name and in that of its class. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'A migration stands in migrations/<timestamp>-<title>.ts and is called <Title><timestamp>' },
    schema: [],
    messages: {
      file: 'A migration has a file of its own: migrations/<timestamp>-<title>.ts, with 13 digits and a title in kebab-case.',
      name: '{{name}} is called {{expected}}, after its file.',
    },
  },
  create(context) {
    const place = context.filename.split(path.sep).slice(-2).join('/');
    let found = 0;
    const check = (node) => {
      if (!isMigration(node)) return;
      const [, timestamp, title] = FILE.exec(place) ?? [];
      found += 1;
      if (title === undefined || found > 1) return context.report({ node, messageId: 'file' });
      const expected = `${pascal(title)}${timestamp}`;
      const name = node.id?.name ?? 'The class';
      if (name !== expected) context.report({ node, messageId: 'name', data: { name, expected } });
    };
    return { ClassDeclaration: check, ClassExpression: check };
  },
};

function isMigration(node) {
  return node.implements?.some(({ expression }) => expression.name === 'MigrationInterface');
}

function pascal(title) {
  return title.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
}
