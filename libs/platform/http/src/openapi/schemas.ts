import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The parameters of an endpoint: JSON Schemas by name, and the required ones. */
export interface ParameterSchemas {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** Schemas of parameters as clients send them, before they are parsed. */
export function parameterSchemas(params: z.ZodType): ParameterSchemas {
  const { properties = {}, required = [] } = schemaOf(params, 'input') as Partial<ParameterSchemas>;
  if (!(params instanceof z.ZodObject)) return { properties, required };
  // Decided by the parsers themselves: the library takes a transformed parameter for an optional one.
  const needed = Object.entries(params.shape as z.ZodRawShape).filter(
    ([, type]) => !z.safeParse(type, undefined).success,
  );
  return { properties, required: needed.map(([name]) => name) };
}

/** Schema of a response. */
export function answerSchema(schema: z.ZodType): Json {
  return schemaOf(schema, 'output');
}

/** Returns true for a parameter that is a file of a form. */
export function isFile({ format }: Json): boolean {
  return format === 'binary';
}

/** Returns true for a list parameter whose items no form can express. */
export function isListOfHashes({ type, items }: Json): boolean {
  return type === 'array' && (items as Json)['type'] === 'object';
}

/** Replaces the definitions beside each schema of a part of the document by references to the document's components. */
export function hoistRecords(part: unknown): { node: unknown; records: Json } {
  const records: Json = {};
  const visit = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(visit);
    const { $defs = {}, ...rest } = node as { $defs?: Json };
    for (const [name, schema] of Object.entries($defs)) records[name] ??= visit(schema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, key === '$ref' ? inComponents(value) : visit(value)]),
    );
  };
  return { node: visit(part), records };
}

function inComponents(reference: unknown): string {
  return String(reference).replace('#/$defs/', '#/components/schemas/');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json;
  void $schema;
  return rest;
}

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (isFile(jsonSchema)) {
    // A file, or an empty field; the library describes neither.
    delete jsonSchema['anyOf'];
    jsonSchema['type'] = 'string';
  }
  // Left out by the library where a schema transforms its input.
  const { default: byDefault } = z.globalRegistry.get(zodSchema) ?? {};
  if (byDefault !== undefined) jsonSchema['default'] = byDefault;
  // Every integer of JavaScript: no information.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  // Redundant: the format implies the pattern.
  if (jsonSchema['format'] === 'date-time' || jsonSchema['format'] === 'date') delete jsonSchema['pattern'];
}
