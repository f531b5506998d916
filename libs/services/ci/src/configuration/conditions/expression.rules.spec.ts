import fc from 'fast-check';
import { isTrue, readExpression } from './expression.rules.js';
import { Patterns } from '../regexp.rules.js';

const VARIABLES = new Map([
  ['A', 'x'],
  ['EMPTY', ''],
  ['REF', 'release/1.2'],
  ['PATTERN', '/^RELEASE/i'],
  ['BROKEN', '/(/'],
]);
const evaluate = (text: string) => {
  const patterns = new Patterns();
  const expression = readExpression(text, patterns);
  return expression && isTrue(expression, { variables: VARIABLES, patterns });
};

describe('an expression', () => {
  it.each<[string, boolean]>([
    ['$A', true],
    ['$EMPTY', false],
    ['$MISSING', false],
    ['"text"', true],
    ['""', false],
    ['null', false],
    ['$A == "x"', true],
    ["'x' == $A", true],
    ['$A=="x"', true],
    ['$A != "x"', false],
    ['$A == $EMPTY', false],
    ['$MISSING == null', true],
    ['$EMPTY == null', false],
    ['$MISSING != $EMPTY', true],
    ['$REF =~ /^release/', true],
    ['$REF =~ /^release\\/\\d+\\.\\d+$/', true],
    ['$REF =~ /RELEASE/', false],
    ['$REF =~ /RELEASE/i', true],
    ['$REF !~ /^main$/', true],
    ['$MISSING =~ /./', false],
    ['$MISSING !~ /./', true],
    ['"a\nb" =~ /a.b/', false],
    ['"a\nb" =~ /a.b/s', true],
    ['$REF =~ $PATTERN', true],
    ['$REF !~ $PATTERN', false],
    ['$REF =~ $A', false],
    ['$REF !~ $A', true],
    ['$REF =~ $BROKEN', false],
    ['$REF =~ $MISSING', false],
    ['$A && $EMPTY', false],
    ['$A || $EMPTY', true],
    ['$EMPTY && $A || $A', true],
    ['$A || $A && $EMPTY', true],
    ['($A || $A) && $EMPTY', false],
    ['$A == "x" && ($REF =~ /^release/ || $REF == "main")', true],
    ['(($A))', true],
    [' \n$A\n  &&\t$REF ', true],
  ])('%j: %j', (text, value) => expect(evaluate(text)).toBe(value));

  it.each([
    ...['', ' ', 'A', '$', '$A $A', '$A ==', '== $A', '$A == == $A', '($A', '$A)', '()', '$A & $A', '$A = "x"', '"x'],
    ...[
      '$A &&',
      '|| $A',
      '$A == ($A)',
      '/x/',
      '/x/ =~ $A',
      '$A == /x/',
      '$A =~ "x"',
      '$A =~ null',
      '$A =~ /(/',
      '$A =~ /x',
    ],
    ...[
      '$A =~ /(?=x)/',
      '!$A',
      '$A == "x" == "y"',
      `${'('.repeat(60)}$A${')'.repeat(60)}`,
      `$A${' && $A'.repeat(1_000)}`,
    ],
  ])('is not %j', (text) => expect(evaluate(text)).toBeUndefined());

  interface Tree {
    readonly text: string;
    readonly value: boolean;
  }
  const leaf = fc.constantFrom<Tree>(
    { text: '$A', value: true },
    { text: '$EMPTY', value: false },
    { text: '$REF =~ /1\\.2$/', value: true },
    { text: '$A != "x"', value: false },
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.tuple(tie('tree'), tie('tree'), fc.boolean()).map(([left, right, both]) => ({
        text: `(${left.text}) ${both ? '&&' : '||'} (${right.text})`,
        value: both ? left.value && right.value : left.value || right.value,
      })),
    ),
  }));

  it('has the value of its parts combined', () => {
    fc.assert(fc.property(tree, ({ text, value }) => evaluate(text) === value));
  });

  it('combines && before ||', () => {
    const groups = fc.array(fc.array(leaf, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(groups, (all) => {
        const text = all.map((group) => group.map((each) => each.text).join(' && ')).join(' || ');
        return evaluate(text) === all.some((group) => group.every(({ value }) => value));
      }),
    );
  });
});
