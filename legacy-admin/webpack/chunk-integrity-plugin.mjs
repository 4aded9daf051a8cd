import { integrityOf } from './integrity.mjs';

const PLACEHOLDER = '__LEGACY_CHUNK_INTEGRITY__';

/**
 * The container entry contains the SHA-384 of every chunk that it may load and sets it on the script element, so the
 * browser refuses a changed chunk (Subresource Integrity). The host checks the container entry itself.
 */
export class ChunkIntegrityPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap('ChunkIntegrityPlugin', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrityPlugin',
        (source) => `${source}\nscript.integrity = ${PLACEHOLDER}[chunkId] || "";`,
      );
      compilation.hooks.processAssets.tap(
        // After minimization and content hashing, when the bytes of the chunks are final.
        { name: 'ChunkIntegrityPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => {
          const digests = JSON.stringify(digestsByChunkId(compilation));
          for (const { name, source } of compilation.getAssets()) {
            const text = name.endsWith('.js') ? source.source().toString() : '';
            if (text.includes(PLACEHOLDER))
              compilation.updateAsset(name, new sources.RawSource(text.replaceAll(PLACEHOLDER, digests)));
          }
        },
      );
    });
  }
}

/** Returns `{ [chunk id]: 'sha384-…' }` of the chunks that the container entry loads. */
function digestsByChunkId(compilation) {
  const digests = {};
  for (const chunk of compilation.chunks) {
    if (chunk.hasRuntime()) continue;
    for (const file of chunk.files) digests[chunk.id] = integrityOf(compilation.getAsset(file).source.buffer());
  }
  return digests;
}
