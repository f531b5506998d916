const PREFIXED = /^I(?!Pv)[A-Z][a-z]/;
const EMPTY_SUFFIX = /(Impl|Manager|Helper|Helpers|Util|Utils)$/;

/** Types are named for what they are, not for being a type or an implementation. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No I prefix, no Impl, no Manager' },
    schema: [],
    messages: {
      prefix: '{{name}}: no I prefix. Name the role; name an implementation for what is special about it.',
      suffix: '{{name}}: "{{suffix}}" says nothing. Name what it does.',
    },
  },
  create(context) {
    const check = (node) => {
      const name = node.id?.name;
      if (!name) return;
      if (PREFIXED.test(name)) context.report({ node: node.id, messageId: 'prefix', data: { name } });
      const suffix = EMPTY_SUFFIX.exec(name)?.[1];
      if (suffix) context.report({ node: node.id, messageId: 'suffix', data: { name, suffix } });
    };
    return {
      ClassDeclaration: check,
      ClassExpression: check,
      TSInterfaceDeclaration: check,
      TSTypeAliasDeclaration: check,
      TSEnumDeclaration: check,
    };
  },
};
