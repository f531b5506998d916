declare const brand: unique symbol;

/** A value that only its parser makes: `Branded<number, 'ProjectId'>`. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };
