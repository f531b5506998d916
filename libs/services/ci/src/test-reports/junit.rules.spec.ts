import fc from 'fast-check';
import { junitCases } from './junit.rules.js';

const LIMITS = { mostCases: 10, mostDepth: 5, longestOutput: 20 };
const cases = (...files: string[]) => junitCases(files, LIMITS);

describe('a JUnit report', () => {
  it('has tests with their outcomes', () => {
    const tests = [
      '<testcase name="a" classname="A" time="1.5"/>',
      '<testcase name="b" time="1,200"><failure message="m">no &lt; <![CDATA[<yes>]]></failure><error/></testcase>',
      '<testcase name="c"><error type="E" message="m"/><system-out>x<failure/></system-out></testcase>',
      '<testcase><skipped/></testcase>',
      '<testcase name="d"><failure>one</failure><failure message="two"/></testcase>',
    ];
    expect(
      cases(`<?xml version="1.0"?><testsuites><testsuite name="s">${tests.join('')}</testsuite></testsuites>`),
    ).toEqual([
      { status: 'success', name: 'a', classname: 'A', time: 1.5, output: null },
      { status: 'failed', name: 'b', classname: null, time: 1, output: 'no < <yes>' },
      { status: 'error', name: 'c', classname: null, time: 0, output: { type: 'E', message: 'm' } },
      { status: 'skipped', name: null, classname: null, time: 0, output: null },
      { status: 'failed', name: 'd', classname: null, time: 0, output: ['one', { message: 'two' }] },
    ]);
  });

  it('has the tests of nested suites and several files; of the same ones, the last', () => {
    const nested =
      '<testsuite name="s"><testsuite name="t"><testcase name="a"/></testsuite><testcase name="a"/></testsuite>';
    const names = cases(nested, '<testsuite name="s"><testcase name="a" time="2"/></testsuite>').map(
      ({ time }) => time,
    );
    expect(names).toEqual([0, 2]);
  });

  it.each(['<testcase name="a"/>', '<html><testcase/></html>', '<testsuite><x><testcase/></x></testsuite>'])(
    'has no tests elsewhere: %s',
    (text) => expect(cases(text)).toEqual([]),
  );

  it('has outputs up to a length', () => {
    const [{ output } = { output: null }] = cases(
      `<testsuite><testcase><failure>${'x'.repeat(30)}</failure></testcase></testsuite>`,
    );
    expect(output).toBe('x'.repeat(20));
  });

  it.each([
    ['', /document must contain a root element/],
    ['<testsuite>', /unclosed tag/],
    [
      '<!DOCTYPE a [<!ENTITY x "y">]><testsuite><testcase><error>&x;</error></testcase></testsuite>',
      /undefined entity/,
    ],
    [`<testsuite>${'<x>'.repeat(9)}`, /More than 5 nested/],
    [
      `<testsuite>${Array.from({ length: 11 }, (_, n) => `<testcase name="${n}"/>`).join('')}</testsuite>`,
      /More than 10 tests/,
    ],
  ])('is not read: %s', (text, message) => expect(() => cases(text)).toThrow(message));

  it('is read or refused, whatever its text, within its bounds', () => {
    const unit = fc.constantFrom(
      ...['<testsuite>', '</testsuite>', '<testcase name="a">', '</testcase>', '<failure>', '</failure>', '<skipped/>'],
      ...['<!DOCTYPE a [<!ENTITY e "xx">]>', '&e;', '&lt;', '<![CDATA[', ']]>', 'text', '<', '"'],
    );
    fc.assert(
      fc.property(
        fc.array(unit).map((units) => `<testsuites>${units.join('')}</testsuites>`),
        (text) => {
          let read: ReturnType<typeof cases> = [];
          try {
            read = cases(text);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
          expect(read.length).toBeLessThanOrEqual(LIMITS.mostCases);
        },
      ),
    );
  });
});
