import fc from 'fast-check';
import { z } from 'zod';
import { UnknownSchema } from './alternatives.mjs';
import { incompatibilities } from './compatibility.mjs';

const json = (schema) => z.toJSONSchema(schema, { io: 'input' });
const incompatibilitiesBetween = (writer, reader) => incompatibilities(json(writer), json(reader), 'data');

/** A schema, and the values that a writer may write by it. */
const scalar = fc.oneof(
  fc.record({ min: fc.nat(3), more: fc.nat(4) }).map(({ min, more }) => ({
    schema: z
      .string()
      .min(min)
      .max(min + more),
    values: fc.string({ minLength: min, maxLength: min + more }),
  })),
  fc.record({ min: fc.integer({ min: -3, max: 3 }), more: fc.nat(5) }).map(({ min, more }) => ({
    schema: z
      .int()
      .min(min)
      .max(min + more),
    values: fc.integer({ min, max: min + more }),
  })),
  fc
    .record({ above: fc.integer({ min: -3, max: 3 }), more: fc.integer({ min: 2, max: 5 }) })
    .map(({ above, more }) => ({
      schema: z
        .int()
        .gt(above)
        .lt(above + more),
      values: fc.integer({ min: above + 1, max: above + more - 1 }),
    })),
  fc.constant({ schema: z.number(), values: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  fc.constant({ schema: z.boolean(), values: fc.boolean() }),
  fc.constant({ schema: z.null(), values: fc.constant(null) }),
  fc.constant({ schema: z.unknown(), values: fc.jsonValue() }),
  fc.constant({ schema: z.string().regex(/^a/), values: fc.string().map((text) => `a${text}`) }),
  fc
    .subarray(['a', 'b', 'c', 1, true], { minLength: 1 })
    .map((values) => ({ schema: z.literal(values), values: fc.constantFrom(...values) })),
);

const FIELDS = ['a', 'b', 'c'];

function objectOf(field) {
  const fields = fc.record(
    Object.fromEntries(FIELDS.map((name) => [name, fc.record({ of: field, optional: fc.boolean() })])),
    { requiredKeys: [] },
  );
  return fc.record({ fields, strict: fc.boolean() }).map(({ fields: chosen, strict }) => {
    const shape = {};
    const values = {};
    for (const [name, { of, optional }] of Object.entries(chosen)) {
      shape[name] = optional ? of.schema.optional() : of.schema;
      values[name] = of.values;
    }
    const requiredKeys = Object.keys(chosen).filter((name) => !chosen[name].optional);
    return {
      schema: strict ? z.strictObject(shape) : z.object(shape),
      values: fc.record(values, { requiredKeys, noNullPrototype: true }),
    };
  });
}

const { schemas } = fc.letrec((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: scalar, weight: 3 },
    { arbitrary: objectOf(tie('schemas')), weight: 4 },
    {
      weight: 1,
      arbitrary: fc.record({ of: tie('schemas'), max: fc.nat(3) }).map(({ of, max }) => ({
        schema: z.array(of.schema).max(max),
        values: fc.array(of.values, { maxLength: max }),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('schemas'), tie('schemas')).map((parts) => ({
        schema: z.tuple(parts.map(({ schema }) => schema)),
        values: fc.tuple(...parts.map(({ values }) => values)),
      })),
    },
    {
      weight: 1,
      arbitrary: tie('schemas').map(({ schema, values }) => ({
        schema: z.record(z.string(), schema),
        values: fc.dictionary(fc.constantFrom(...FIELDS), values, { noNullPrototype: true }),
      })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('schemas'), tie('schemas')).map((parts) => ({
        schema: z.union(parts.map(({ schema }) => schema)),
        values: fc.oneof(...parts.map(({ values }) => values)),
      })),
    },
  ),
}));

describe('incompatibilities', () => {
  it('are none between a schema and itself', () => {
    fc.assert(fc.property(schemas, ({ schema }) => expect(incompatibilitiesBetween(schema, schema)).toEqual([])));
  });

  it('are never overlooked: where there is none, whatever is written is taken', () => {
    let compared = 0;
    const cases = fc
      .tuple(schemas, schemas)
      .filter(([writer, reader]) => incompatibilitiesBetween(writer.schema, reader.schema).length === 0)
      .chain(([writer, reader]) => fc.record({ reader: fc.constant(reader.schema), value: writer.values }));
    fc.assert(
      fc.property(cases, ({ reader, value }) => {
        compared += 1;
        expect(reader.safeParse(JSON.parse(JSON.stringify(value))).success).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThanOrEqual(500);
  });

  it('are none in either direction when an object gets an optional field', () => {
    const grown = fc.tuple(objectOf(schemas), schemas).filter(([{ schema }]) => schema.def.catchall === undefined);
    fc.assert(
      fc.property(grown, ([before, field]) => {
        const after = before.schema.extend({ added: field.schema.optional() });
        expect([
          ...incompatibilitiesBetween(before.schema, after),
          ...incompatibilitiesBetween(after, before.schema),
        ]).toEqual([]);
      }),
    );
  });

  it.each([
    [
      'a branch split in two',
      z.object({ kind: z.enum(['a', 'b']) }),
      z.union(['a', 'b'].map((kind) => z.object({ kind: z.literal(kind) }))),
    ],
    ['integers for numbers', z.int(), z.number()],
    ['above 0 for at least 1', z.int().positive(), z.int().min(1)],
    ['a value within a pattern', z.literal('main'), z.string().regex(/^m/)],
    ['a multiple of a multiple', z.number().multipleOf(6), z.number().multipleOf(3)],
    ['fields of a loose object', z.object({ a: z.int() }), z.looseObject({})],
    ['a tuple for a list', z.tuple([z.int(), z.int()]), z.array(z.int()).max(2)],
    ['entries of an enum record', z.partialRecord(z.enum(['a']), z.int()), z.record(z.string(), z.number())],
  ])('are none for %s', (_case, writer, reader) => {
    expect(incompatibilitiesBetween(writer, reader)).toEqual([]);
  });

  it.each([
    [
      'an unused tag',
      z.object({ kind: z.enum(['a', 'c']) }),
      z.union(['a', 'b'].map((kind) => z.object({ kind: z.literal(kind) }))),
    ],
    ['above 0 for above 1', z.number().gt(0), z.number().gt(1)],
    ['at least 1 for above 1', z.number().min(1), z.number().gt(1)],
    ['at most 1 for below 1', z.number().max(1), z.number().lt(1)],
    ['numbers for integers', z.number().min(-5).max(5), z.int().min(-5).max(5)],
    ['a string for an address', z.string(), z.url()],
    ['further fields for a strict object', z.looseObject({ a: z.int() }), z.strictObject({ a: z.int() })],
    ['another pattern', z.string().regex(/^ab/), z.string().regex(/^a/)],
    ['another format', z.iso.datetime({ offset: true }), z.iso.datetime()],
    ['half steps', z.number().multipleOf(1.5), z.number().multipleOf(3)],
    ['a longer tuple', z.tuple([z.int(), z.int()]), z.tuple([z.int()])],
    ['a record with other names', z.record(z.string(), z.int()), z.partialRecord(z.enum(['a']), z.int())],
    ['a record for a field', z.record(z.string(), z.string()), z.object({ a: z.int().optional() })],
    ['anything for something', z.unknown(), z.string()],
  ])('are found for %s', (_case, writer, reader) => {
    expect(incompatibilitiesBetween(writer, reader)).not.toEqual([]);
  });

  it.each([
    ['oneOf without a tag', { oneOf: [{ type: 'string' }, { type: 'object', properties: {} }] }],
    ['a keyword that zod does not write', { type: 'object', patternProperties: {} }],
    ['a type that is none', { type: 'file' }],
  ])('are not guessed for %s', (_case, schema) => {
    expect(() => incompatibilities(schema, schema, 'data')).toThrow(UnknownSchema);
  });
});
