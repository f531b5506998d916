import { SERVICES } from '../boundaries.mjs';
import { placeOf } from '../places.mjs';

/** Contracts, topics and database schemas are checked against it. */
const ROSTER = 'libs/platform/contract-kit/src/service-names.ts';

const NAMES = [...SERVICES, 'edge'];
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
/** A name alone, the contract of a service (`projects.…`), or a service's module. */
const NAMED = new RegExp(`^(${NAMES.join('|')})(\\.|$)|^(${NAMES.map(pascal).join('|')})Module$`);

/** Code for one service only stands in that service. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'No service is named in libs/platform but in its list of services (and in tests)' },
    schema: [],
    messages: {
      service: '"{{text}}" names a service: let the service declare what is special about it.',
    },
  },
  create(context) {
    const { path, test } = placeOf(context.filename);
    if (!path.startsWith('libs/platform/') || test || path === ROSTER) return {};
    const check = (node, text) => {
      if (NAMED.test(text)) context.report({ node, messageId: 'service', data: { text } });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};
