import { kindOfImport, placeOf } from '../places.mjs';

/** An index is a lib's whole surface: never an entity, and of a service nothing but its module. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No index exports an entity; the index of a service exports its module only' },
    schema: [],
    messages: {
      entity: 'An entity stays inside its lib: {{name}}.',
      service: 'The index of a service exports its module and nothing else: {{name}}. Offer it as a contract.',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    if (place.name !== 'index' || place.folders[0] !== 'libs') return {};
    const entities = new Set();
    const check = (node, name, fromEntity) => {
      if (fromEntity || /Entity$/.test(name)) context.report({ node, messageId: 'entity', data: { name } });
      else if (place.service && !/^[A-Z]\w*Module$/.test(name))
        context.report({ node, messageId: 'service', data: { name } });
    };
    return {
      ImportDeclaration(node) {
        if (kindOfImport(node.source.value) !== 'entity') return;
        for (const specifier of node.specifiers) entities.add(specifier.local.name);
      },
      ExportAllDeclaration(node) {
        check(node, `* from ${node.source.value}`, kindOfImport(node.source.value) === 'entity');
      },
      ExportNamedDeclaration(node) {
        const fromEntity = node.source !== null && kindOfImport(node.source.value) === 'entity';
        for (const specifier of node.specifiers) {
          check(specifier, specifier.local.name, fromEntity || entities.has(specifier.local.name));
        }
        for (const name of declaredNames(node.declaration)) check(node, name, false);
      },
      ExportDefaultDeclaration(node) {
        check(node, 'default', false);
      },
    };
  },
};

function declaredNames(declaration) {
  if (!declaration) return [];
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id }) => id.name ?? 'a pattern');
  return [declaration.id?.name ?? 'default'];
}
