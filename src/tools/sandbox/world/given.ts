// The type of data that is handed in and not changed.

/** Data that is not changed where it is passed on. */
export type Given<Data> = Data extends string
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]: Given<Data[Name]> }
    : Data;
