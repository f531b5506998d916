import { isOneOf, onImports } from '../imports.mjs';
import { kindOfImport, placeOf } from '../places.mjs';

const PURE_KINDS = ['rules', 'view', 'params'];
const BUILTINS = [
  'fs',
  'net',
  'tls',
  'dgram',
  'dns',
  'http',
  'https',
  'http2',
  'child_process',
  'cluster',
  'worker_threads',
  'readline',
  'timers',
  'sqlite',
].flatMap((name) => [name, `node:${name}`]);
const PACKAGES = [
  ...['pg', 'typeorm', '@nestjs/typeorm', 'pg-boss', 'kafkajs', 'undici', 'fastify', 'pino'],
  ...['data', 'calls', 'messaging', 'jobs', 'service', 'edge', 'testing'].map((lib) => `@hearth/${lib}`),
];
/** Types of what was read may be named by what presents it; the file that reads may not be run. */
const READING_KINDS = ['store', 'finder', 'facts', 'entity', 'provider', 'controller', 'module'];
const GLOBALS = ['fetch', 'process', 'setTimeout', 'setInterval'];

/** `.rules`, `.view`, `.params`, contracts and the contract kit do no I/O: they can be read, tested and run anywhere. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No I/O in .rules, .view and .params files, contracts and the contract kit' },
    schema: [],
    messages: {
      io: '{{what}} is I/O: a {{kind}} file is pure. Fetch before, and hand the value in.',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    const kind = pureKind(place);
    if (!kind) return {};
    const report = (node, what) => context.report({ node, messageId: 'io', data: { what, kind } });
    return {
      ...onImports((specifier, node, typeOnly) => {
        const reads = READING_KINDS.includes(kindOfImport(specifier)) || /(^|\/)git\/(?!refs\/)/.test(specifier);
        if (isOneOf([...BUILTINS, ...PACKAGES], specifier) || (reads && !typeOnly)) report(node, specifier);
      }),
      'Program:exit'(program) {
        for (const { identifier } of context.sourceCode.getScope(program).through) {
          if (GLOBALS.includes(identifier.name) && identifier.parent.type !== 'TSTypeQuery') {
            report(identifier, identifier.name);
          }
        }
      },
    };
  },
};

function pureKind(place) {
  if (place.spec) return undefined;
  if (place.sliced && PURE_KINDS.includes(place.kind)) return `.${place.kind}`;
  if (place.path.startsWith('libs/contracts/')) return 'contracts';
  if (place.path.startsWith('libs/platform/contract-kit/src/')) return 'contract-kit';
  return undefined;
}
