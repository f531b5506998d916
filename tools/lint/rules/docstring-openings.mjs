const OPENINGS = /^[\s*]*(What|Who|Whom|Whose|Whoever|Whatever|How|Where|Wherever)\b/;
const PRONOUNS = /(?<!`)\b(whoever|whomever|whosoever|somebody|nobody)\b/i;

/** A docstring begins with what the thing is (a noun) or does (a verb); comments name roles by the words of the glossary (docs/STYLE.md). */
export default {
  meta: {
    type: 'suggestion',
    docs: { description: 'Docstrings begin with a noun or a verb; comments name the caller, user or process' },
    schema: [],
    messages: {
      opening: 'A docstring begins with a noun or a verb, not with "{{word}}".',
      pronoun: 'Name the caller, user, process or service instead of "{{word}}".',
    },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        for (const { type, value, loc } of sourceCode.getAllComments()) {
          const opening = type === 'Block' && value.startsWith('*') && OPENINGS.exec(value.slice(1));
          if (opening) context.report({ loc, messageId: 'opening', data: { word: opening[1] } });
          const pronoun = PRONOUNS.exec(value);
          if (pronoun) context.report({ loc, messageId: 'pronoun', data: { word: pronoun[1] } });
        }
      },
    };
  },
};
