/** Stands in for TypeBox in the browser's build (vite.config.ts): the contract's values are made, their schemas are empty. */
/* @__NO_SIDE_EFFECTS__ */
const schema = () => ({ properties: {} });

export {
  schema as Array,
  schema as Boolean,
  schema as Integer,
  schema as Literal,
  schema as Null,
  schema as Number,
  schema as Object,
  schema as Omit,
  schema as Optional,
  schema as String,
  schema as Tuple,
  schema as Union,
  schema as Unknown,
};
