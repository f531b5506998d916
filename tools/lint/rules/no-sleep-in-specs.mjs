/**
 * A spec waits for a condition; a pause is too short on a busy machine and too long on every other one. With the option `polls`
 * the polling functions of a file may pause.
 */
export default {
  meta: {
    type: 'problem',
    docs: {
      description:
        'No pauses in specs and test code, outside the polling functions (waitFor…, until…) that specs share',
    },
    schema: [{ type: 'object', properties: { polls: { type: 'boolean' } }, additionalProperties: false }],
    messages: {
      sleep: 'A test does not pause: wait for the condition (waitFor of @hearth/testing).',
    },
  },
  create(context) {
    const [{ polls = false } = {}] = context.options;
    const timers = new Set();
    const mayPause = (node) =>
      polls &&
      context.sourceCode.getAncestors(node).some((ancestor) => /^(waitFor|until)/.test(functionName(ancestor) ?? ''));
    const report = (node) => {
      if (!mayPause(node)) context.report({ node, messageId: 'sleep' });
    };
    return {
      ImportDeclaration(node) {
        if (!/^(node:)?timers\/promises$/.test(node.source.value)) return;
        for (const { local } of node.specifiers) timers.add(local.name);
      },
      CallExpression(node) {
        const name = node.callee.name ?? node.callee.object?.name;
        if (timers.has(name)) report(node);
      },
      // new Promise((resolve) => setTimeout(resolve, 100)), with or without braces
      'NewExpression[callee.name="Promise"] > :function:first-child CallExpression[callee.name="setTimeout"]'(node) {
        if (resolvesPromise(node, context.sourceCode.getAncestors(node))) report(node);
      },
    };
  },
};

/** True when the timer calls the first parameter of the promise's executor: a pause. A timer that rejects is a deadline. */
function resolvesPromise(call, ancestors) {
  const promise = ancestors.findLast((node) => node.type === 'NewExpression' && node.callee.name === 'Promise');
  const resolve = promise.arguments[0].params[0]?.name;
  const [action] = call.arguments;
  if (!resolve || !action) return false;
  if (action.type === 'Identifier') return action.name === resolve;
  const body = action.body?.type === 'BlockStatement' ? action.body.body : [action.body];
  return body.some((node) => (node?.expression ?? node)?.callee?.name === resolve);
}

function functionName(node) {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') {
    return node.id?.name ?? (node.parent.type === 'MethodDefinition' ? node.parent.key.name : undefined);
  }
  if (node.type === 'VariableDeclarator') return node.id.name;
  return undefined;
}
