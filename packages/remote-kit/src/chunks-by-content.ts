import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule, Template, javascript, sources } = webpack;

/**
 * The entry's bridge. Takes out of the remote's common list those chunks that are this very build's, by their addresses,
 * whether they came before the entry or come later, and has files named by content asked for beside the release's folder.
 */
class ChunkBridgeRuntimeModule extends RuntimeModule {
  constructor(private readonly commonGlobal: string) {
    super('chunk bridge', RuntimeModule.STAGE_TRIGGER);
  }

  override generate(): string {
    const { chunkLoadingGlobal, globalObject } = this.compilation?.outputOptions ?? {};
    const listNamed = (name: unknown) => `(${globalObject}[${JSON.stringify(name)}] ||= [])`;
    return Template.asString([
      `${RuntimeGlobals.publicPath} = new URL('..', ${RuntimeGlobals.publicPath}).href;`,
      `const own = ${listNamed(chunkLoadingGlobal)};`,
      `const common = ${listNamed(this.commonGlobal)};`,
      'const take = (chunk) => {',
      Template.indent(
        // A file may stand for smaller chunks too, whose modules it holds: the one that it is named after tells.
        `if (chunk[0].some((id) => chunk.from.includes('/' + ${RuntimeGlobals.getChunkScriptFilename}(id)))) own.push(chunk);`,
      ),
      '};',
      'common.forEach(take);',
      'const push = common.push.bind(common);',
      'common.push = (chunk) => {',
      Template.indent(['take(chunk);', 'return push(chunk);']),
      '};',
    ]);
  }
}

/**
 * Makes a chunk's bytes, and with them its name, depend on its own content alone, so that it keeps its address across
 * releases. Webpack's chunks name the list that they register in, which holds the build's hash, so that two builds can
 * meet in one page. These register in a list of the remote that all its builds have in common, with the address of their
 * script; each build's entry hands on to webpack's own list what is its own.
 */
export class ChunksByContentPlugin {
  /** @param commonGlobal the list's name in the page, the same for every build of the remote and of nobody else */
  constructor(private readonly commonGlobal: string) {}

  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('ChunksByContentPlugin', (compilation) => {
      const hooks = javascript.JavascriptModulesPlugin.getCompilationHooks(compilation);
      // After webpack's own format, before anything is made smaller or hashed.
      hooks.renderChunk.tap({ name: 'ChunksByContentPlugin', stage: 100 }, (source, { runtimeTemplate }) => {
        const { chunkLoadingGlobal } = runtimeTemplate.outputOptions;
        return new sources.RawSource(this.#inCommonList(source.source().toString(), chunkLoadingGlobal ?? ''));
      });
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunksByContentPlugin', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.publicPath).add(RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new ChunkBridgeRuntimeModule(this.commonGlobal));
      });
    });
  }

  /** @throws Error when webpack's format is not the one that is known here */
  #inCommonList(source: string, ownGlobal: string): string {
    const [before, behind = '', ...more] = source.split(JSON.stringify(ownGlobal));
    const [assignment, ...rest] = behind.split('.push(');
    const chunk = rest.join('.push(');
    if (more.length > 0 || !assignment || !chunk.startsWith('[') || !chunk.endsWith('])'))
      throw new Error('webpack writes chunks in another way than the one known here');
    const from = '{ from: document.currentScript.src }';
    return `${before}${JSON.stringify(this.commonGlobal)}${assignment}.push(Object.assign(${chunk.slice(0, -1)}, ${from}))`;
  }
}
