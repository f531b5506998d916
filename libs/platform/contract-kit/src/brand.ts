declare const brand: unique symbol;

/** A type whose values only its parser creates: `Branded<number, 'ProjectId'>`. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
