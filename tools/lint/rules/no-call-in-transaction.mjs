const REMOTE_OBJECT = /(^c|C)alls$|(^g|G)it$/;
const REMOTE_FUNCTION = /^(fetch|spawn|execFile)$/;
/** Types of parameters that carry a transaction: a reaction gets its own with the delivery. */
const TRANSACTIONS = new Set(['Tx', 'Delivery']);
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

/**
 * A transaction holds locks and may be run again: nothing inside it waits for another process. Inside is the function given to
 * `.tx()`, and every function that takes a `Tx` or a `Delivery`: stores and reactions. The rule follows methods and functions of the same file;
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
    const { sourceCode } = context;
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
        const report = (node, messageId, data) => context.report({ node, messageId, data });
        for (const work of outermost(transactions)) judge(work, { sourceCode, bodies, report });
      },
    };
  },
};

/** Reports every remote call that running `work` makes, itself or through functions of the same file. */
function judge(work, file) {
  if (!FUNCTIONS.includes(work.type)) return judgeThrough(work, textOf(work, file), file);
  for (const call of callsIn(work, file.sourceCode.visitorKeys)) {
    const name = textOf(call.callee, file);
    if (isRemote(call)) file.report(call, 'direct', { call: name });
    else judgeThrough(call, name, file);
  }
}

function judgeThrough(node, name, file) {
  const call = remoteCallOf(name, file, new Set());
  if (call) file.report(node, 'through', { name, call });
}

/** The remote call that running `name` leads to within the file. */
function remoteCallOf(name, file, seen) {
  const body = file.bodies.get(name);
  if (!body || seen.has(name)) return undefined;
  seen.add(name);
  for (const call of callsIn(body, file.sourceCode.visitorKeys)) {
    const callee = textOf(call.callee, file);
    const found = isRemote(call) ? callee : remoteCallOf(callee, file, seen);
    if (found) return found;
  }
  return undefined;
}

const textOf = (node, file) => file.sourceCode.getText(node).replace(/\s+/g, '');

/** A function inside another transaction is judged with it. */
function outermost(works) {
  const contains = (outer, inner) =>
    outer !== inner && outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
  return [...new Set(works)].filter((work) => !works.some((other) => contains(other, work)));
}

function isTx(parameter) {
  const type = (parameter.parameter ?? parameter).typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' && TRANSACTIONS.has(type.typeName.name);
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
