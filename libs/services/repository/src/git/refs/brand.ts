declare const brand: unique symbol;

/** A value that only the parser of its kind may make; the brand exists at compile time only. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
