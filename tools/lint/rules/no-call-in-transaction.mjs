const REMOTE_OBJECT = /(^c|C)alls$|(^g|G)it$/;
const REMOTE_FUNCTION = /^(fetch|spawn|execFile)$/;
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

/**
 * A transaction holds locks and may be run again: nothing inside it waits for another process. Inside is the function given to
 * `.tx()`, and every function that takes a `Tx`: reactions and stores. The rule follows methods and functions of the same file;
 * what another file does it cannot see.
 */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No contract call, git or HTTP inside a transaction' },
    schema: [],
    messages: {
      direct: '{{call}} inside a transaction: ask before it, or store a job that asks after it.',
      through: '{{name}} makes {{call}}, and this is inside a transaction: ask before it, or store a job.',
    },
  },
  create(context) {
    const { visitorKeys } = context.sourceCode;
    const transactions = [];
    const bodies = new Map();
    return {
      'CallExpression[callee.type="MemberExpression"][callee.property.name="tx"]'(node) {
        transactions.push(...node.arguments);
      },
      FunctionDeclaration(node) {
        if (node.id) bodies.set(node.id.name, node);
      },
      VariableDeclarator(node) {
        if (FUNCTIONS.includes(node.init?.type)) bodies.set(node.id.name, node.init);
      },
      MethodDefinition(node) {
        bodies.set(`this.${node.key.name}`, node.value);
      },
      PropertyDefinition(node) {
        if (FUNCTIONS.includes(node.value?.type)) bodies.set(`this.${node.key.name}`, node.value);
      },
      ':function'(node) {
        if (node.body && node.params.some(isTx)) transactions.push(node);
      },
      'Program:exit'() {
        for (const work of outermost(transactions)) {
          if (FUNCTIONS.includes(work.type)) reportFunction(work);
          else reportThrough(work, textOf(work));
        }
      },
    };

    function reportFunction(work) {
      for (const call of callsIn(work, visitorKeys)) {
        const name = textOf(call.callee);
        if (isRemote(call)) context.report({ node: call, messageId: 'direct', data: { call: name } });
        else reportThrough(call, name);
      }
    }

    function reportThrough(node, name) {
      const call = remoteCallOf(name, new Set());
      if (call) context.report({ node, messageId: 'through', data: { name, call } });
    }

    /** The remote call that running `name` leads to within this file. */
    function remoteCallOf(name, seen) {
      const body = bodies.get(name);
      if (!body || seen.has(name)) return undefined;
      seen.add(name);
      for (const call of callsIn(body, visitorKeys)) {
        const callee = textOf(call.callee);
        const found = isRemote(call) ? callee : remoteCallOf(callee, seen);
        if (found) return found;
      }
      return undefined;
    }

    function textOf(node) {
      return context.sourceCode.getText(node).replace(/\s+/g, '');
    }
  },
};

/** A function inside another transaction is judged with it. */
function outermost(works) {
  const contains = (outer, inner) =>
    outer !== inner && outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
  return [...new Set(works)].filter((work) => !works.some((other) => contains(other, work)));
}

function isTx(parameter) {
  const type = (parameter.parameter ?? parameter).typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' && type.typeName.name === 'Tx';
}

function isRemote({ callee }) {
  if (callee.type === 'Identifier') return REMOTE_FUNCTION.test(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const owner = callee.object.property?.name ?? callee.object.name;
  return owner !== undefined && REMOTE_OBJECT.test(owner);
}

/** Every call below a node. */
function* callsIn(node, visitorKeys) {
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) {
      if (!child) continue;
      if (child.type === 'CallExpression') yield child;
      yield* callsIn(child, visitorKeys);
    }
  }
}
