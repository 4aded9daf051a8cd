/**
 * A webpack loader for zod's core, which tries `new Function('')` to find out whether it may compile its schemas to code. The
 * content security policy forbids that and reports the try in the console, and the release gate refuses such code. Without
 * `Function`, zod interprets its schemas.
 */
export default function withoutCodeFromText(source: string): string {
  return source.replaceAll(
    'const F = Function;',
    "const F = function () { throw new Error('the content security policy forbids this'); };",
  );
}
