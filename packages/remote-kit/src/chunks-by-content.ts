import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule, Template, javascript, sources } = webpack;

/**
 * Part of the container entry: registers the chunks of this build, which it finds in the remote's common list by their URLs,
 * before and after it runs. Requests files that are named by their content next to the release's folder.
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
        // A file may contain the modules of smaller chunks too. It belongs to this build if its name does.
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
 * Makes a chunk's bytes, and so its name, depend only on its content, so that releases share its URL. Webpack's chunks name
 * the list in which they register, which contains the build's hash, so that two builds can run in one page. With this plugin
 * they register in one list for all builds of the remote, with the URL of their script. The container entry of each build
 * forwards its own chunks to webpack's list.
 */
export class ChunksByContentPlugin {
  /** @param commonGlobal the list's global name: the same for every build of the remote, and for no other remote */
  constructor(private readonly commonGlobal: string) {}

  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('ChunksByContentPlugin', (compilation) => {
      const hooks = javascript.JavascriptModulesPlugin.getCompilationHooks(compilation);
      // After webpack's own format, before minification and hashing.
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

  /** @throws Error if webpack uses another format than this plugin expects */
  #inCommonList(source: string, ownGlobal: string): string {
    const [before, behind = '', ...more] = source.split(JSON.stringify(ownGlobal));
    const [assignment, ...rest] = behind.split('.push(');
    const chunk = rest.join('.push(');
    if (more.length > 0 || !assignment || !chunk.startsWith('[') || !chunk.endsWith('])'))
      throw new Error('webpack uses a chunk format that this plugin does not support');
    const from = '{ from: document.currentScript.src }';
    return `${before}${JSON.stringify(this.commonGlobal)}${assignment}.push(Object.assign(${chunk.slice(0, -1)}, ${from}))`;
  }
}
