import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The parameters of an endpoint: a JSON Schema by name, and which of them may not be left out. */
export interface ParameterSchemas {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** What clients send: parameters before they are read into their types. */
export function parameterSchemas(params: z.ZodType): ParameterSchemas {
  const { properties = {}, required = [] } = schemaOf(params, 'input') as Partial<ParameterSchemas>;
  return { properties, required };
}

/** What an answer holds. */
export function answerSchema(schema: z.ZodType): Json {
  return schemaOf(schema, 'output');
}

/** Whether a parameter is a file of a form. */
export function isFile({ format }: Json): boolean {
  return format === 'binary';
}

/** Whether a parameter is a list whose items a form cannot hold. */
export function isListOfHashes({ type, items }: Json): boolean {
  return type === 'array' && (items as Json)['type'] === 'object';
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
  // The format says the same in one word.
  if (jsonSchema['format'] === 'date-time' || jsonSchema['format'] === 'date') delete jsonSchema['pattern'];
}
