/**
 * A webpack loader for zod's core: it asks `new Function('')` whether code may be made from text, and compiles its
 * schemas with it. A page's policy forbids that, and says so in the console even when the question is caught; the
 * release gate refuses the words. Told no here, zod interprets its schemas.
 */
export default function withoutCodeFromText(source: string): string {
  return source.replaceAll(
    'const F = Function;',
    "const F = function () { throw new Error('code is never made from text here'); };",
  );
}
