import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const SERVER = "http://localhost:8080";

/** The server speaks WebSocket only: leave the other transports out of the page. */
function webSocketOnly(): Plugin {
  return {
    name: "websocket-only",
    transform: {
      filter: { id: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
      handler: () =>
        'import { WS } from "./websocket.js"; export const transports = { websocket: WS };',
    },
  };
}

/** Write .gz and .br beside each file that is worth it; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post", // Vite itself still writes into the chunks before that
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          const content = Buffer.from(output.type === "chunk" ? output.code : output.source);
          if (content.length < 1024 || !/\.(css|html|js|json|svg)$/.test(fileName)) continue;
          const gz = gzipSync(content, { level: 9 });
          const br = brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gz });
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: br });
        }
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), webSocketOnly(), precompress()],
  resolve: {
    alias: {
      // socket.io-client takes a parser as an option but bundles its JSON one all the same; this
      // puts MessagePack in its place, 2 kB lighter, and there is no option to forget.
      "socket.io-parser": "socket.io-msgpack-parser",
    },
  },
  build: {
    license: { fileName: "licenses.txt" }, // of the packages inside the page
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The first page is one file, which packs better than the parts that late ones share with it.
      output: { codeSplitting: { groups: [{ name: "page", test: /src\/main\.ts$/ }] } },
    },
  },
  server: {
    fs: { allow: [".", "../../docs"] }, // the rules are imported as text
    proxy: {
      "/api": SERVER,
      "/healthz": SERVER,
      "/socket.io": { target: SERVER, ws: true },
    },
  },
});
