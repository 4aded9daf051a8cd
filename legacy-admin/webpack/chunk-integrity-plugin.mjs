import { createHash } from 'node:crypto';

const PLACEHOLDER = '__LEGACY_CHUNK_INTEGRITY__';

/**
 * The entry carries the SHA-384 of every chunk that it may load and sets it on the script element, so a
 * changed chunk is refused by the browser (Subresource Integrity). The entry itself is checked by the host.
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
        // After minimizing and content hashes: now the bytes of the chunks are final.
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

/** `{ [chunk id]: 'sha384-…' }` of the chunks that are loaded by others. */
function digestsByChunkId(compilation) {
  const digests = {};
  for (const chunk of compilation.chunks) {
    if (chunk.hasRuntime()) continue;
    for (const file of chunk.files) {
      const bytes = compilation.getAsset(file).source.buffer();
      digests[chunk.id] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    }
  }
  return digests;
}
