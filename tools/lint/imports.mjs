/**
 * Visitors for everything that names a module: import, export … from, import().
 * @param {(specifier: string, node: object, typeOnly: boolean) => void} visit `typeOnly` when nothing is left of it at run time
 */
export function onImports(visit) {
  const visitStatic = (node) => {
    if (typeof node.source?.value === 'string') visit(node.source.value, node, isTypeOnly(node));
  };
  return {
    ImportDeclaration: visitStatic,
    ExportNamedDeclaration: visitStatic,
    ExportAllDeclaration: visitStatic,
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        visit(node.source.value, node, false);
    },
    TSImportType(node) {
      const source = node.source ?? node.argument?.literal;
      if (typeof source?.value === 'string') visit(source.value, node, true);
    },
  };
}

function isTypeOnly(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type');
}

/** True when `specifier` is one of `packages` or a path inside one. */
export function isOneOf(packages, specifier) {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}
